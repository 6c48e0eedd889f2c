import type { BrowserContext } from '@playwright/test';

/**
 * Notes who chooses a language or a theme in a context. These are the person's, so the next journey's sign-in would apply them.
 * @returns takes the choices back.
 */
export function watchChoices(context: BrowserContext): () => Promise<void> {
  const chosen = new Map<string, string>();
  context.on('request', (request) => {
    if (request.method() !== 'PUT' || !/\/me\/preferences\/(language|theme)$/.test(request.url())) return;
    const { authorization } = request.headers();
    if (authorization) chosen.set(request.url(), authorization);
  });
  return async () => {
    for (const [url, authorization] of chosen)
      await fetch(url, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ value: null }),
      });
  };
}
