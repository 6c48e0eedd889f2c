import { isObject, numbersOf, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { specialPermissions } from '../../../../contracts/permissions.ts';
import type { Context } from '../../../kernel/contract.ts';
import { findText, resolveText } from '../../../kernel/texts.ts';
import { maxNamed, noNames, type AuditNames } from './audit-names.ts';
import type { StoredDetail, StoredEntry } from './audit-rows.ts';

/** The definitions that ship with the product, of which entities name the records and fields of the audit. */
export type BundledDocuments = readonly { kind: string; id: string; document: JsonObject }[];

/** A value that a change set, with the field's label. */
export interface FieldChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** Words of the audit: titles of entities, actions and fields in the reader's language. */
export class AuditTexts {
  readonly #entities: ReadonlyMap<string, JsonObject>;

  constructor(bundled: BundledDocuments) {
    this.#entities = new Map(
      bundled.filter(({ kind }) => kind === 'entity').map(({ id, document }) => [id, document]),
    );
  }

  entity(lang: Language, id: string): string {
    const title = this.#entities.get(id)?.['title'];
    return typeof title === 'string'
      ? resolveText(lang, title)
      : (findText(lang, `audit.entities.${id}`) ?? id);
  }

  action(lang: Language, action: string): string {
    return findText(lang, `audit.actions.${action}`) ?? action;
  }

  /** An entry as it is sent. */
  present(lang: Language, { recordName, ...entry }: StoredEntry) {
    const entityTitle = this.entity(lang, entry.entity);
    return {
      ...entry,
      entityTitle,
      actionTitle: this.action(lang, entry.action),
      // A tenant has one of what is nameless, such as its appearance.
      recordTitle: recordName ?? (single.has(entry.entity) ? entityTitle : entry.entityId),
      userName: entry.userName ?? findText(lang, 'audit.somebody') ?? '',
    };
  }

  /** The fields whose values differ, in the order of the entity, with their values as texts. */
  changes(
    { lang, tenant: { timeZone } }: Pick<Context, 'lang' | 'tenant'>,
    { entity, before, after }: StoredDetail,
    known = noNames,
  ): FieldChange[] {
    const fields = this.#entities.get(entity)?.['fields'];
    const declared = isObject(fields) ? fields : {};
    const names = new Set([
      ...Object.keys(declared),
      ...Object.keys(before ?? {}),
      ...Object.keys(after ?? {}),
    ]);
    return [...names]
      .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
      .filter((name) => !bookkeeping.has(name) && !(name.endsWith('Id') && names.has(name.slice(0, -2))))
      .map((field) => {
        const isTime = timesAmong(declared[field]);
        const option = optionsOf(declared[field]);
        const side = (value: Json | undefined, other: Json | undefined) => {
          const label = option(value);
          if (label !== null) return resolveText(lang, label);
          return isTime(value) ? timeText(value, timeZone) : worded(lang, known, field, value, other);
        };
        const title = isObject(declared[field]) ? declared[field]['title'] : undefined;
        return {
          field,
          label:
            typeof title === 'string'
              ? resolveText(lang, title)
              : (findText(lang, `audit.fields.${field}`) ?? findText(lang, `fields.${field}`) ?? field),
          before: side(before?.[field], after?.[field]),
          after: secretFields.has(field)
            ? (findText(lang, 'audit.secret') ?? '')
            : side(after?.[field], before?.[field]),
        };
      });
  }
}

/** Entities with one record in each tenant. */
const single = new Set(['appearance', 'sign-in-provider']);

/** Fields of which an entry says only that they changed. */
const secretFields = new Set(['password', 'clientSecret']);

/** Values that every change has, which tell nothing about it. The number of a reference stands beside its name. */
const bookkeeping = new Set(['id', 'version', 'createdAt', 'updatedAt']);

const answers: Readonly<Record<string, string>> = {
  Y: 'records.yes',
  N: 'records.no',
  true: 'records.yes',
  false: 'records.no',
};

/** A value as a text. Of permissions and members it names those that the other side does not have. */
function worded(
  lang: Language,
  { screens, people }: AuditNames,
  field: string,
  value: Json | undefined,
  other: Json | undefined,
): string {
  if (field === 'members') {
    const ids = numbersOf(value);
    const named = ids.slice(0, maxNamed).map((id) => people.get(id) ?? `#${id}`);
    const more = ids.length - named.length;
    return joined([...named, ...(more > 0 ? [`+${more}`] : [])]);
  }
  if (field === 'specials' && Array.isArray(value))
    return joined(
      value.map((one) => {
        const found = specialPermissions.find(({ permission }) => permission === one);
        return found === undefined ? String(one) : resolveText(lang, found.description);
      }),
    );
  if (field === 'screens' && Array.isArray(value)) {
    const same = new Set((Array.isArray(other) ? other : []).map((row) => JSON.stringify(row)));
    const rows = value.filter(isObject).filter((row) => !same.has(JSON.stringify(row)));
    return joined(
      rows.map((row) => {
        const verbs = Object.entries(verbTexts).filter(([verb]) => row[verb] === true);
        const words = verbs.map(([, key]) => (findText(lang, key) ?? key).toLowerCase());
        const key = String(row['screen']);
        return `${screens.get(key) ?? key} (${words.join(', ')})`;
      }),
    );
  }
  return shown(lang, value);
}

const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;
/** Types of declared fields whose values are dates or times. */
const timeTypes: readonly unknown[] = ['date', 'datetime', 'date-time'];

/** Returns the label of a value of a field with options; null without one. */
function optionsOf(declared: Json | undefined): (value: Json | undefined) => string | null {
  const options = isObject(declared) && Array.isArray(declared['options']) ? declared['options'] : [];
  return (value) => {
    const label = options.filter(isObject).find((option) => option['value'] === value)?.['label'];
    return typeof label === 'string' ? label : null;
  };
}

/** Tells the dates and times among a field's values. A field that no entity declares has them where they look like some. */
function timesAmong(declared: Json | undefined): (value: Json | undefined) => value is string {
  const possible = !isObject(declared) || timeTypes.includes(declared['type']);
  return (value): value is string => possible && typeof value === 'string' && time.test(value);
}

/** A date or time as screens display it; a date without a time keeps its day. */
function timeText(value: string, timeZone: string): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const isDay = value.length === 10;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  // British English writes DD/MM/YYYY with two digits, as the specification does.
  return new Intl.DateTimeFormat(
    'en-GB',
    isDay ? { ...parts, timeZone: 'UTC' } : { ...parts, ...clock, timeZone },
  )
    .format(at)
    .replace(', ', ' ');
}

const joined = (parts: readonly string[]): string => (parts.length === 0 ? '–' : parts.join('; '));

/** Name of each right of a screen, as in the table of an access group. */
const verbTexts: Readonly<Record<string, string>> = {
  read: 'screens.groups.query',
  create: 'screens.groups.add',
  update: 'screens.groups.change',
  delete: 'screens.groups.remove',
};

function shown(lang: Language, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '–';
  if (isObject(value)) {
    const named = value['name'] ?? value['title'];
    return typeof named === 'string' ? named : JSON.stringify(value);
  }
  if (typeof value === 'object') {
    const isPlain = value.every((one) => typeof one !== 'object' || one === null);
    return isPlain ? joined(value.map((one) => shown(lang, one))) : JSON.stringify(value);
  }
  const answer = answers[String(value)];
  return (answer && findText(lang, answer)) ?? String(value);
}
