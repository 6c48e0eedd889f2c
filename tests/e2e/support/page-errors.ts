import type { BrowserContext } from '@playwright/test';

/**
 * Collects the errors of a context's pages without failing: errors on the console (violations of the content security policy
 * are among them), uncaught exceptions, and requests to other hosts. The browser's own message about a 4xx response is not
 * an error, since refusing is part of the product.
 */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || /Failed to load resource.*\b4\d\d\b/.test(text)) return;
    errors.push(`console: ${text} (${message.location().url})`);
  });
  context.on('weberror', (event) => {
    const error = event.error();
    errors.push(`uncaught: ${error.stack ?? error.message}`);
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const ours = /^(127\.0\.0\.1|localhost|.+\.localhost)$/.test(hostname);
    if (!ours && protocol.startsWith('http')) errors.push(`request to elsewhere: ${request.url()}`);
  });
  return errors;
}
