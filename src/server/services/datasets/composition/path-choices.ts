import { allows } from '../../../../contracts/access.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { Caller } from '../../../kernel/contract.ts';
import { entityText, mayUse, type EntityModel, type ModelField } from '../../../kernel/entity/model.ts';

/**
 * What a path can be used for. group: rows are grouped by it. value: it is counted, or compared. number: it is summed. order:
 * it has a least and a greatest value. time: it falls into units of time. records: it leads to several records.
 */
export const pathUses = ['group', 'value', 'number', 'order', 'time', 'condition', 'records'] as const;
export type PathUse = (typeof pathUses)[number];

export interface PathChoice {
  value: string;
  label: string;
  type: string;
  uses: PathUse[];
}

/** An entity that a dataset can begin with. */
export interface EntityName {
  value: string;
  label: string;
}

type Models = ReadonlyMap<string, EntityModel>;
interface ChoiceContext {
  caller: Caller;
  lang: Language;
}

const usesOf: Readonly<Partial<Record<string, readonly PathUse[]>>> = {
  string: ['group', 'value', 'condition'],
  text: ['condition'],
  boolean: ['group', 'value', 'condition'],
  reference: ['group', 'value', 'condition'],
  integer: ['group', 'value', 'number', 'order', 'condition'],
  number: ['group', 'value', 'number', 'order', 'condition'],
  date: ['group', 'value', 'order', 'time', 'condition'],
  datetime: ['group', 'value', 'order', 'time', 'condition'],
};

/** What a value of the records behind a path to several can be used for. */
const usesOfMany: readonly PathUse[] = ['value', 'number', 'order', 'condition'];

const mayRead = ({ caller }: ChoiceContext, { screen }: EntityModel): boolean =>
  allows(caller.grants, { screen, verb: 'read' });

const nameOf = ({ lang }: ChoiceContext, model: EntityModel): string =>
  entityText(model, lang, model.document.plural ?? model.document.title) || model.id;

const titleOf = ({ lang }: ChoiceContext, model: EntityModel, { name, field }: ModelField): string =>
  entityText(model, lang, field.title) || name;

/** The entities that the caller may read, by name. */
export function entityNames(ctx: ChoiceContext, models: Models): EntityName[] {
  return [...models.values()]
    .filter((model) => mayRead(ctx, model))
    .map((model) => ({ value: model.id, label: nameOf(ctx, model) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, ctx.lang));
}

/** The paths of one step over references, and those to several records, as far as the caller may read what they name. */
export function pathChoices(ctx: ChoiceContext, models: Models, from: string): PathChoice[] {
  const root = models.get(from);
  if (!root || !mayRead(ctx, root)) return [];
  const behind = usable(ctx, root).flatMap((field) => {
    const target = field.type === 'reference' ? models.get(field.target!) : undefined;
    if (!target || !mayRead(ctx, target)) return [];
    return fieldChoices(ctx, target, `${field.name}.`, `${titleOf(ctx, root, field)} › `);
  });
  const many = [...models.values()].flatMap((model) => {
    if (!mayRead(ctx, model)) return [];
    return usable(ctx, model)
      .filter(({ type, target }) => type === 'reference' && target === root.id)
      .flatMap((field) => recordChoices(ctx, model, field));
  });
  return [...fieldChoices(ctx, root, '', ''), ...behind, ...many];
}

const usable = ({ caller }: ChoiceContext, model: EntityModel): ModelField[] =>
  [...model.byName.values()].filter((field) => field.name !== 'version' && mayUse(field, caller));

function fieldChoices(ctx: ChoiceContext, model: EntityModel, path: string, label: string): PathChoice[] {
  return usable(ctx, model).flatMap((field) => {
    const uses = usesOf[field.type];
    const value = `${path}${field.name}`;
    return uses
      ? [{ value, label: `${label}${titleOf(ctx, model, field)}`, type: field.type, uses: [...uses] }]
      : [];
  });
}

/** The records of an entity whose field holds the record, and their fields. */
function recordChoices(ctx: ChoiceContext, model: EntityModel, field: ModelField): PathChoice[] {
  const value = `${model.id}~${field.name}`;
  const label = `${nameOf(ctx, model)} (${titleOf(ctx, model, field)})`;
  const inner = fieldChoices(ctx, model, `${value}.`, `${label} › `).map((choice) => ({
    ...choice,
    uses: choice.uses.filter((use) => usesOfMany.includes(use)),
  }));
  return [{ value, label, type: 'records', uses: ['records'] }, ...inner];
}
