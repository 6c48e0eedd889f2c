interface PageData {
  lang: string;
  timeZone: string;
  texts: unknown;
}

const data = JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;

/** Returns the text of a dotted key, with its parameters. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  const found = key
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], data.texts);
  const text = typeof found === 'string' ? found : key;
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name] ?? ''));
}

const time = new Intl.DateTimeFormat(data.lang, {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: data.timeZone,
});
const day = new Intl.DateTimeFormat(data.lang, { dateStyle: 'short', timeZone: data.timeZone });

export const timeOf = (at: number): string => time.format(new Date(at));
export const dayOf = (at: number): string => day.format(new Date(at));

/** A number as people of its country write it: Brazilian ones in groups. */
export function numberText(number: string): string {
  const brazilian = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(number);
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : `+${number}`;
}
