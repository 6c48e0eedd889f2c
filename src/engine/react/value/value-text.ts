import { isScalar } from '../../../contracts/json.ts';
import type { Tone } from '../../../ui/index.ts';
import type { Formatter } from '../format.ts';
import type { Translate } from '../hooks.ts';

export type ValueFormat =
  | 'text'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'relative'
  | 'boolean'
  | 'badge'
  | 'link'
  | 'email'
  | 'phone'
  | 'cpf'
  | 'cnpj'
  | 'cep'
  | 'person';

/** Format of one value of a row or record. Every widget that shows values has these props. */
export interface ValueSettings {
  format?: ValueFormat;
  /** Text of each value. */
  map?: Record<string, string>;
  /** Tone of each value of a badge. */
  tones?: Record<string, Tone>;
  decimals?: number;
  /** Whether a datetime has its seconds. */
  seconds?: boolean;
  /** ISO 4217; BRL when left out. */
  currency?: string;
  /** Address of a screen that the value links to, with `{row.…}`. */
  link?: string;
  /** Path of a person's picture in the row. */
  image?: string;
  /** Text for a missing value. */
  blank?: string;
}

/** Objects are shown as JSON, cut to this many characters. */
const maxJsonLength = 200;

export const isBlank = (raw: unknown): boolean =>
  raw === null || raw === undefined || raw === '' || (Array.isArray(raw) && raw.length === 0);

export const isYes = (raw: unknown): boolean =>
  raw === true || raw === 'Y' || raw === 'true' || raw === 1 || raw === '1';

/** A Brazilian telephone number in groups; any other number unchanged. */
function phoneText(text: string): string {
  const digits = text.replace(/[\s().-]/g, '');
  const groups = /^(\+?55)?(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (!groups) return text;
  return `${groups[1] ? '+55 ' : ''}(${groups[2]}) ${groups[3]}-${groups[4]}`;
}

const separators: Readonly<Record<string, readonly [RegExp, string]>> = {
  cpf: [/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'],
  cnpj: [/^([A-Z\d]{2})([A-Z\d]{3})([A-Z\d]{3})([A-Z\d]{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
  cep: [/^(\d{5})(\d{3})$/, '$1-$2'],
};

/**
 * A stored phone number, CPF, CNPJ or CEP with its separators; a text that is none, unchanged. Null for another format. A
 * control masks what is being typed (`form/masks.ts`).
 */
export function separatedText(format: string | null | undefined, text: string): string | null {
  if (format === 'phone') return phoneText(text);
  const [pattern, shape] = separators[format ?? ''] ?? [];
  return pattern && shape !== undefined ? text.replace(pattern, shape) : null;
}

function objectText(raw: object): string {
  if (Array.isArray(raw) && raw.every(isScalar)) return raw.join(', ');
  const text = JSON.stringify(raw) ?? '';
  return text.length > maxJsonLength ? `${text.slice(0, maxJsonLength)}…` : text;
}

/** A value formatted for people; `blank` (an en dash) for a missing one. Never throws: a value of another type is its own text. */
export function valueText(
  settings: ValueSettings,
  raw: unknown,
  format: Formatter,
  t: Translate,
  now?: Date,
): string {
  if (isBlank(raw)) return settings.blank ?? '–';
  if (typeof raw === 'object' && raw !== null) return objectText(raw);
  const key = String(raw);
  if (settings.map && Object.hasOwn(settings.map, key)) return settings.map[key] ?? key;
  const yesNo = () => t(isYes(raw) ? 'widgets.value.yes' : 'widgets.value.no');
  switch (settings.format) {
    case 'number':
      return format.number(raw, settings.decimals);
    case 'money':
      return format.money(raw, settings.currency ?? 'BRL', settings.decimals);
    case 'percent':
      return format.percent(raw, settings.decimals);
    case 'date':
      return format.date(raw);
    case 'datetime':
      return format.datetime(raw, settings.seconds);
    case 'relative':
      return now ? format.relative(raw, now) : format.datetime(raw);
    case 'boolean':
      return yesNo();
    default:
      return raw === true || raw === false ? yesNo() : (separatedText(settings.format, key) ?? key);
  }
}

/** Whether the format is set in figures of one width, so that values below each other can be compared. */
export const isFigure = (settings: ValueSettings): boolean =>
  ['number', 'money', 'percent', 'date', 'datetime', 'phone', 'cpf', 'cnpj', 'cep'].includes(
    settings.format ?? '',
  );
