import type { Translate } from '../../../engine/react/index.ts';

/** Characters of a value that are shown; an ellipsis stands for the others. */
const mostCharacters = 300;

/** The value of an expression as its author reads it. */
export function valueInWords(value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return t('panel.data.noValue');
  if (typeof value === 'boolean') return t(value ? 'panel.yes' : 'panel.no');
  if (typeof value === 'function') return t('panel.expression.function');
  const words = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
  return words.length > mostCharacters ? `${words.slice(0, mostCharacters)}…` : words;
}
