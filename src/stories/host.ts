import { createInstance } from 'i18next';
import { interpolation, numbersInTexts } from '../contracts/interpolation.ts';
import { action } from 'storybook/actions';
import type { JsonObject } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import { languages } from '../contracts/language.ts';
import { withPluralForms, type TextTree } from '../contracts/plurals.ts';
import { createFakeHost, failure } from '../engine/react/testing/host.ts';
import type { FakeHost } from '../engine/react/testing/host.ts';
import { lengthen } from './samples.ts';

/** The reply of one address in a story: rows, a record, none, or a failure. */
export type SampleAnswer =
  | { rows: readonly JsonObject[] }
  | { record: JsonObject | null }
  | { state: 'loading' | 'error' | 'forbidden' };

export type Answers = ReadonlyMap<string, SampleAnswer>;

export interface StoryHostOptions {
  language: Language;
  answers: Answers;
  /** Further addresses, by path and query: options of a field, a form. */
  more?: ((path: string, query: URLSearchParams) => unknown) | undefined;
  /** All texts are lengthened. */
  long?: boolean;
  /** Refuses actions that need the permission to delete. */
  forbidden?: boolean;
}

// All of locales/, since a story may use any text of the product, as a definition may.
const files = import.meta.glob<TextTree>('../../locales/*/*.json', { import: 'default', eager: true });

const texts = createInstance().use(numbersInTexts);
void texts.init({
  initAsync: false,
  fallbackLng: 'pt',
  interpolation,
  resources: Object.fromEntries(
    languages.map((language) => {
      const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
      return [
        language,
        { translation: withPluralForms(Object.assign({}, ...own.map(([, tree]) => tree)) as TextTree) },
      ];
    }),
  ),
});

/** Returns the text of a key of locales/, without its `$`, or null. */
export function translate(language: Language, key: string, values?: Record<string, unknown>): string | null {
  if (!texts.exists(key, { lng: language, ...values })) return null;
  const found: unknown = texts.t(key, { lng: language, ...values, returnObjects: true });
  return typeof found === 'string' ? found : null;
}

const failed: Record<Language, string> = {
  pt: 'O servidor não respondeu a tempo.',
  en: 'The server did not answer in time.',
  es: 'El servidor no respondió a tiempo.',
};

function byField(field: string, sign: number) {
  return (one: JsonObject, other: JsonObject): number => {
    const [a, b] = [one[field] ?? '', other[field] ?? ''];
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    );
  };
}

/** Returns a page of the rows in the requested order, like the server's lists. */
function page(rows: readonly JsonObject[], query: URLSearchParams) {
  const [, field, way] = /^(.+)_(asc|desc)$/.exec(query.get('order') ?? '') ?? [];
  const sorted = field === undefined ? rows : [...rows].sort(byField(field, way === 'asc' ? 1 : -1));
  const perPage = Number(query.get('perPage') ?? rows.length) || rows.length;
  const start = (Number(query.get('page') ?? 1) - 1) * perPage;
  return { data: { rows: sorted.slice(start, start + perPage), totalRows: rows.length } };
}

const people = [
  'Helena Drummond',
  'João Pedro de Alcântara Vasconcelos',
  "Siobhán O'Connor",
  'Žižka',
  'Ana Beatriz Moreira',
  'Rui Barbosa',
  'Inês Prado',
  'Óscar Núñez',
  'Wei Zhang',
].map((name, at) => ({ id: 1001 + at, name }));

/** Creates the host of a story: replies from memory, and requests logged in the actions panel. */
export function createStoryHost(options: StoryHostOptions): FakeHost {
  const { language, answers, more, long = false, forbidden = false } = options;
  const host = createFakeHost({
    lang: language,
    can: (access) => !(forbidden && 'verb' in access && access.verb === 'delete'),
    answer(path, query, request) {
      if (request.method !== 'get') return { success: true, data: {} };
      const answer = answers.get(path);
      if (!answer) return more?.(path, query) ?? { data: { rows: [], totalRows: 0 } };
      if ('rows' in answer) return page(answer.rows, query);
      if ('record' in answer) return { data: answer.record };
      if (answer.state === 'loading') return new Promise(() => undefined);
      throw answer.state === 'forbidden'
        ? failure(403, failed[language], 'FORBIDDEN')
        : failure(503, failed[language], 'UNAVAILABLE');
    },
  });
  // Records 1 to 3 of any entity that a story names have others in them.
  for (const [record, others] of [1, 3, 9].entries()) {
    const place = `record:user:${record + 1}`;
    host.events.fill(place, people.slice(0, others), others === 9 ? 35 : others);
  }
  const { navigate, notify, run } = host;
  return Object.assign(host, {
    translate(key: string, values?: Record<string, unknown>) {
      const found = translate(language, key, values);
      // The engine's own notices are not lengthened, only the texts that authors of definitions write.
      return long && found !== null && !key.startsWith('widgets.') && !key.startsWith('errors.')
        ? lengthen(found)
        : found;
    },
    navigate(...given: Parameters<typeof navigate>) {
      action('navigate')(...given);
      navigate(...given);
    },
    notify(...given: Parameters<typeof notify>) {
      action('toast')(...given);
      return notify(...given);
    },
    run(...given: Parameters<typeof run>) {
      action('request')(...given);
      return run(...given);
    },
  });
}
