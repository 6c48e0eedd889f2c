import { cnpjSigns, cpfDigits, phoneDigits, wireDate } from '../../../../contracts/formats.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { CompiledField } from '../../../core/form/field.ts';
import { parseNumber } from '../masks.ts';

/** Parses a spreadsheet's clipboard text: tabs separate cells, lines separate rows, and quotes enclose either. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (quoted) {
      if (char === '"' && source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (char === '"') quoted = false;
      else cell += char;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t' || char === '\n') {
      row.push(cell);
      cell = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += char;
  }
  rows.push([...row, cell]);
  return rows;
}

/** Texts in the person's language, to find a pasted option by its text. */
export interface PasteWords {
  locale: string;
  yes: string;
  labelOf(value: string | number | boolean): string;
}

/** The field's value for a pasted text; text that fits the field's type in no way stays text and fails validation. */
export function cellValue(field: CompiledField, pasted: string, words: PasteWords): Json | undefined {
  const text = pasted.trim();
  if (text === '') return undefined;
  if (Array.isArray(field.options)) {
    const same = (one: unknown) => String(one).toLocaleLowerCase() === text.toLocaleLowerCase();
    const option = field.options.find(({ value }) => same(value) || same(words.labelOf(value)));
    return option === undefined ? text : (option as { value: Json }).value;
  }
  switch (field.widget) {
    case 'number':
    case 'slider':
      return parseNumber(text, words.locale) ?? text;
    case 'money': {
      const amount = parseNumber(text.replace(/[^\d.,+-]/g, ''), words.locale);
      if (amount === null) return text;
      return field.own.cents === true ? Math.round(amount * 100) : amount;
    }
    case 'checkbox':
    case 'switch':
      return ['true', '1', 'x', words.yes.toLocaleLowerCase()].includes(text.toLocaleLowerCase());
    case 'date':
      return wireDate(text) ?? text;
    case 'cpf':
      return cpfDigits(text);
    case 'cnpj':
      return cnpjSigns(text);
    case 'phone':
      return phoneDigits(text);
    default:
      return text;
  }
}
