import { periodNames } from '../../../../contracts/periods.ts';
import { allows } from '../../../../contracts/access.ts';
import type { Language } from '../../../../contracts/language.ts';
import { takesOperator } from '../../../../engine/core/index.ts';
import type { Caller } from '../../../kernel/contract.ts';
import {
  entityText,
  mayUse,
  type EntityModel,
  type ModelField,
} from '../../../kernel/entity/entity-model.ts';
import { text } from '../../../kernel/texts.ts';
import { operators, type Operator } from './wire.ts';

/**
 * Uses of a path. group: rows are grouped by it. value: it is counted, or compared. number: it is summed. order:
 * it has a least and a greatest value. time: it falls into units of time. records: it leads to several records.
 */
export const pathUses = ['group', 'value', 'number', 'order', 'time', 'condition', 'records'] as const;
export type PathUse = (typeof pathUses)[number];

/** A value that a person may choose, in the person's language. */
interface Choice {
  value: string;
  label: string;
}

export interface PathChoice extends Choice {
  type: string;
  uses: PathUse[];
  /** Comparisons that suit its values. */
  operators: Choice[];
  /** Units of time that its values fall into. */
  buckets: Choice[];
  /** The values that it can have; none where these are not known. */
  choices: Choice[];
}

/** An entity that a dataset can begin with. */
export type EntityName = Choice;

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

/** Uses of a value of the records behind a path to several. */
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

/** Values that the parameters of a type can begin with, for types of which there are few. */
export const startChoices = ({
  lang,
}: Pick<ChoiceContext, 'lang'>): { value: string; choices: Choice[] }[] => [
  {
    value: 'period',
    choices: periodNames.map((name) => ({ value: name, label: text(lang, `screens.periods.${name}`) })),
  },
  {
    value: 'boolean',
    choices: [
      { value: 'true', label: text(lang, 'records.yes') },
      { value: 'false', label: text(lang, 'records.no') },
    ],
  },
];

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

/** The operator of the language that a comparison of the form is made with. */
const plainOf: Readonly<Partial<Record<Operator, string>>> = {
  ne: 'eq',
  notIn: 'in',
  notContains: 'contains',
  notEmpty: 'empty',
};

const operatorChoices = ({ lang }: ChoiceContext, values: readonly Operator[]): Choice[] =>
  values.map((value) => ({ value, label: text(lang, `screens.datasets.operators.${value}`) }));

const bucketChoices = ({ lang }: ChoiceContext, values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: text(lang, `screens.datasets.buckets.${value}`) }));

/** The comparisons that the values of a field take. A text that is yes or no is no list of several. */
function operatorsOf(model: EntityModel, { field, type, target }: ModelField): Operator[] {
  return operators.filter((one) => {
    const plain = plainOf[one] ?? one;
    if (plain === 'exists' || (plain === 'in' && type === 'boolean')) return false;
    if (plain === 'under' && !model.all.get(target ?? '')?.tree) return false;
    return takesOperator(field, plain);
  });
}

const days = ['day', 'week', 'month', 'quarter', 'year', 'weekday', 'monthOfYear', 'parameter'];
const bucketsOf: Readonly<Record<string, readonly string[]>> = {
  date: days,
  datetime: ['hour', ...days.slice(0, 5), 'hourOfDay', ...days.slice(5)],
};

function choicesOf({ lang }: ChoiceContext, model: EntityModel, { field, type }: ModelField): Choice[] {
  if (type === 'boolean')
    return [
      { value: 'true', label: text(lang, 'records.yes') },
      { value: 'false', label: text(lang, 'records.no') },
    ];
  return (field.options ?? []).map(({ value, label }) => ({
    value: String(value),
    label: entityText(model, lang, label) || String(value),
  }));
}

function fieldChoices(ctx: ChoiceContext, model: EntityModel, path: string, label: string): PathChoice[] {
  return usable(ctx, model).flatMap((field): PathChoice[] => {
    const uses = usesOf[field.type];
    if (!uses) return [];
    return [
      {
        value: `${path}${field.name}`,
        label: `${label}${titleOf(ctx, model, field)}`,
        type: field.type,
        uses: [...uses],
        operators: operatorChoices(ctx, operatorsOf(model, field)),
        buckets: bucketChoices(ctx, bucketsOf[field.type] ?? []),
        choices: choicesOf(ctx, model, field),
      },
    ];
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
  const records: PathChoice = {
    value,
    label,
    type: 'records',
    uses: ['records'],
    operators: operatorChoices(ctx, ['exists', 'notExists']),
    buckets: [],
    choices: [],
  };
  return [records, ...inner];
}
