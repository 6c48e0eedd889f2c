import type { BrowserContext } from '@playwright/test';

/** Choices of persons during a journey: the addresses of their preferences, with who chose. */
export type Choices = Map<string, string>;

/** Notes what is chosen in a context: language, theme, columns, what is hidden. It is the person's, and so the next journey's. */
export function watchChoices(context: BrowserContext, choices: Choices): void {
  context.on('request', (request) => {
    if (request.method() !== 'PUT' || !/\/me\/preferences\/[^/]+$/.test(request.url())) return;
    const { authorization } = request.headers();
    if (authorization) choices.set(request.url(), authorization);
  });
}

/** Takes the choices back, once no page is left that could make one. */
export async function forget(choices: Choices): Promise<void> {
  for (const [url, authorization] of choices)
    await fetch(url, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ value: null }),
    });
}
