import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import { findText, resolveText } from '../../kernel/texts.ts';
import type { BundledDefinition } from '../../services/definitions/bundled.ts';
import type { StoredDetail, StoredEntry } from './audit.rows.ts';

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

  constructor(bundled: readonly BundledDefinition[]) {
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
      recordTitle: recordName ?? entry.entityId,
      userName: entry.userName ?? findText(lang, 'audit.somebody') ?? '',
    };
  }

  /** The fields whose values differ, in the order of the entity, with their values as texts. */
  changes(lang: Language, { entity, before, after }: StoredDetail): FieldChange[] {
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
        const title = isObject(declared[field]) ? declared[field]['title'] : undefined;
        return {
          field,
          label:
            typeof title === 'string'
              ? resolveText(lang, title)
              : (findText(lang, `audit.fields.${field}`) ?? findText(lang, `fields.${field}`) ?? field),
          before: shown(lang, before?.[field]),
          after: field === 'password' ? (findText(lang, 'audit.secret') ?? '') : shown(lang, after?.[field]),
        };
      });
  }
}

/** Values that every change has, which tell nothing about it. The number of a reference stands beside its name. */
const bookkeeping = new Set(['id', 'version', 'createdAt', 'updatedAt']);

const answers: Readonly<Record<string, string>> = {
  Y: 'records.yes',
  N: 'records.no',
  true: 'records.yes',
  false: 'records.no',
};

function shown(lang: Language, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '–';
  if (isObject(value)) {
    const named = value['name'] ?? value['title'];
    return typeof named === 'string' ? named : JSON.stringify(value);
  }
  if (typeof value === 'object') return value.length === 0 ? '–' : JSON.stringify(value);
  const answer = answers[String(value)];
  return (answer && findText(lang, answer)) ?? String(value);
}
