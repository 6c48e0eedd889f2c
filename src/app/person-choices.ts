import { toLanguage } from '../contracts/language.ts';
import type { App } from './app-context.ts';
import { themeChoices } from '../contracts/session.ts';
import { calls } from './paths.ts';

/** Choice of a person for themself: it applies at once, is kept by this device, and stored as the person's. */
export type PersonChoice = 'language' | 'theme';

type Services = Pick<App, 'i18n' | 'appearance'>;

/** Applies a choice that is being stored at its address. */
export function applyChoice({ i18n, appearance }: Services, address: string, body: unknown): void {
  const { value } = (body ?? {}) as { value?: unknown };
  if (typeof value !== 'string') return;
  if (address === calls.choice('language')) void i18n.setLanguage(toLanguage(value));
  const theme = themeChoices.find((one) => one === value);
  if (address === calls.choice('theme') && theme) void appearance.choose(theme);
}

/** Applies and stores a choice. One that is not stored still applies to this browser. */
export function saveChoice(app: Services & Pick<App, 'http'>, choice: PersonChoice, value: string): void {
  const call = { method: 'put', address: calls.choice(choice), body: { value } } as const;
  applyChoice(app, call.address, call.body);
  app.http.request(call).catch(() => undefined);
}
