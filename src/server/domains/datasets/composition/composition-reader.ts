import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { allows } from '../../../../contracts/access.ts';
import type { Language } from '../../../../contracts/language.ts';
import { BadPath, followPath, type DatasetPathTarget } from '../../../../engine/core/index.ts';
import type { Caller } from '../../../kernel/contract.ts';
import { mayUse, type EntityModel } from '../../../kernel/entity/entity-model.ts';
import type { KeyedError } from '../../../kernel/errors.ts';
import { readPreservedParts, type PreservedParts } from './preserved-parts.ts';
import { Names } from './names.ts';
import type { Composition } from './wire.ts';

export interface ComposeContext {
  models: ReadonlyMap<string, EntityModel>;
  caller: Caller;
  lang: Language;
  /** Whether items that are not filled in yet are left out, instead of being wrong. */
  isSample: boolean;
}

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
export const list = <T>(value: readonly T[] | null | undefined): readonly T[] => value ?? [];

/** The field of the form that decides most about an item. */
type Part = [prefix: string, field: string];

/** Reads the form of a dataset: names for titles, where paths lead, and what is wrong, at its field. */
export class CompositionReader {
  readonly form: Composition;
  readonly context: ComposeContext;
  readonly entities: ReadonlyMap<string, EntityModel['document']>;
  readonly kept: PreservedParts;
  readonly errors: KeyedError[] = [];
  readonly parts: Part[] = [];
  /** Names by titles, of groups, measures and parameters. */
  readonly groups = new Map<string, string>();
  readonly measures = new Map<string, string>();
  readonly parameters = new Map<string, string>();
  /** Names of groups without a title, which are called like their fields, by their places in the form. */
  readonly untitled = new Map<number, string>();
  isIncomplete = false;
  strings: JsonObject | null = null;

  constructor(form: Composition, context: ComposeContext) {
    this.form = form;
    this.context = context;
    this.entities = new Map([...context.models].map(([id, { document }]) => [id, document]));
    this.kept = readPreservedParts(form.kept);
  }

  fieldOf(pointer: string): string {
    const covers = ([prefix]: Part) => pointer === prefix || pointer.startsWith(`${prefix}/`);
    const best = this.parts.filter(covers).toSorted(([one], [other]) => other.length - one.length)[0];
    if (best) return best[1];
    const [, key = ''] = pointer.split('/');
    const field = { having: 'limits', group: 'groups', fields: 'columns' }[key] ?? key;
    return Object.hasOwn(this.form, field) ? `/${field}` : '';
  }

  add(path: string, rule: string, params: Record<string, string | number> = {}): void {
    this.errors.push({ path, key: `errors.dataset.compose.${rule}`, params });
  }

  /** A value that has to be there; null while it is not, which a sample waits for. */
  need<T>(value: T | null | undefined, path: string): T | null {
    if (!isEmpty(value)) return value!;
    this.isIncomplete = true;
    if (!this.context.isSample) this.add(path, 'missing');
    return null;
  }

  mayRead(id: string): boolean {
    const model = this.context.models.get(id);
    return model !== undefined && allows(this.context.caller.grants, { screen: model.screen, verb: 'read' });
  }

  /** Where a path leads; null for one that leads nowhere, which the check of the document names. */
  follow(path: string, at: string, isRecords = false): DatasetPathTarget | null {
    const { models, caller } = this.context;
    let target: DatasetPathTarget;
    try {
      target = followPath(this.entities, this.form.from ?? '', path, isRecords);
    } catch (error) {
      if (error instanceof BadPath) return null;
      throw error;
    }
    const isReadable =
      target.steps.every(
        ({ holder, field, to }) => this.mayRead(to) && mayUse(models.get(holder)!.byName.get(field)!, caller),
      ) && mayUse(models.get(target.entity)!.byName.get(target.name)!, caller);
    if (!isReadable) this.add(at, 'forbidden');
    return target;
  }

  /** Gives each column and parameter the name that it has, or a free one. */
  names(): void {
    const columns = new Names();
    const given = new Names();
    for (const { name } of list(this.form.groups)) {
      if (name) for (const one of [name, `${name}Id`, `${name}Rest`]) columns.take(one);
    }
    for (const { name } of list(this.form.measures)) if (name) columns.take(name);
    for (const name of Object.keys(this.kept.measures)) columns.take(name);
    for (const { name } of list(this.form.parameters)) if (name) given.take(name);
    list(this.form.groups).forEach((item, at) => {
      const free = (words: string) => columns.free(words, 'group', ['Id', 'Rest']);
      this.name(item, this.groups, `/groups/${at}`, () => free(item.title!));
      if (isEmpty(item.title?.trim()) && !isEmpty(item.path))
        this.untitled.set(at, isEmpty(item.name) ? free(item.path!.replaceAll(/[~.]/g, ' ')) : item.name!);
    });
    list(this.form.measures).forEach((item, at) =>
      this.name(item, this.measures, `/measures/${at}`, () => columns.free(item.title!, 'measure')),
    );
    for (const name of Object.keys(this.kept.measures))
      this.measures.set(this.kept.texts[`/measures/${name}`]?.shown ?? name, name);
    list(this.form.parameters).forEach((item, at) =>
      this.name(item, this.parameters, `/parameters/${at}`, () => given.free(item.title!, 'parameter')),
    );
  }

  name(
    { name, title }: { name?: string | null; title?: string | null },
    names: Map<string, string>,
    at: string,
    free: () => string,
  ): void {
    const known = isEmpty(title) ? null : title!.trim();
    if (known === null || known === '') return;
    const isTwice = names.has(known) || (names === this.measures && this.groups.has(known));
    if (isTwice) return this.add(`${at}/title`, 'twice', { title: known });
    names.set(known, isEmpty(name) ? free() : name!);
  }

  /** The name of an item that another refers to by its title. */
  refer(names: ReadonlyMap<string, string>, title: string | null | undefined, path: string): string | null {
    const written = this.need(title, path);
    if (written === null) return null;
    const name = names.get(written.trim());
    if (name === undefined) this.add(path, 'unknown', { title: written });
    return name ?? null;
  }

  /** A text as it is written, where the form did not change it. */
  text(at: string, shown: string | null | undefined): Json | null {
    const title = (shown ?? '').trim();
    const kept = this.kept.texts[at];
    if (kept?.shown === title) return kept.written;
    const key =
      typeof kept?.written === 'string' && /^\$[^$]/.test(kept.written) ? kept.written.slice(1) : null;
    const { lang } = this.context;
    const strings = this.strings ?? this.kept.rest['strings'];
    if (
      key !== null &&
      isObject(strings) &&
      Object.values(strings).some((own) => isObject(own) && key in own)
    ) {
      const own = isObject(strings[lang]) ? strings[lang] : {};
      this.strings = { ...strings, [lang]: { ...own, [key]: title } };
      return kept!.written;
    }
    if (title === '') return null;
    return title.startsWith('$') ? `$${title}` : title;
  }
}
