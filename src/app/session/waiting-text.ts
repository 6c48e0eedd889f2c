import type { OutboxKind } from '../../client/index.ts';
import type { Language } from '../../contracts/language.ts';
import type { I18n } from '../i18n/i18n.ts';

const all: readonly OutboxKind[] = ['message', 'move', 'change'];

/** How many of what, such as "3 mensagens e 2 movimentos". */
export function waitingText(t: I18n['t'], language: Language, kinds: readonly OutboxKind[]): string {
  const parts = all.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : [t(`outbox.kinds.${kind}`, { count })];
  });
  return new Intl.ListFormat(language).format(parts);
}
