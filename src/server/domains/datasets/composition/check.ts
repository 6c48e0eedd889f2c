import type { FieldError } from '../../../../contracts/errors.ts';
import type { Caller } from '../../../kernel/contract.ts';
import { localeOf, type Language } from '../../../../contracts/language.ts';
import { followPath, parameterFits } from '../../../../engine/core/index.ts';
import { AppError } from '../../../kernel/errors.ts';
import { findText, text } from '../../../kernel/texts.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { checkDataset } from '../store/draft.ts';
import { composeDataset, type Composed } from './compose.ts';
import { parameterTypes, type ComposedCondition, type Composition } from './wire.ts';

export interface CheckContext {
  models: ReadonlyMap<string, EntityModel>;
  caller: Caller;
  lang: Language;
  isSample: boolean;
}

/**
 * Makes a dataset of a form and checks it.
 * @returns null for a sample of which too little is filled in
 * @throws AppError DEFINITION_INVALID with what is wrong at the fields of the form
 */
export async function checkedDataset(composition: Composition, ctx: CheckContext): Promise<Composed | null> {
  const composed = composeDataset(composition, ctx);
  const own = composed.errors.map(({ path, key, params }) => ({
    path,
    message: text(ctx.lang, key, params),
  }));
  if (own.length > 0) throw new AppError('DEFINITION_INVALID', { errors: own });
  const { document } = composed;
  const hasColumns = Object.keys(document.measures ?? document.fields ?? {}).length > 0;
  if (ctx.isSample && (document.from === '' || !hasColumns)) return null;
  const diagnostics = await checkDataset(ctx.models, ctx.isSample ? { ...document, title: 'x' } : document);
  const wrong = diagnostics.filter(({ severity }) => severity === 'error');
  if (wrong.length === 0) return composed;
  const errors = wrong.map(({ pointer, code, values }): FieldError => {
    const path = composed.fieldOf(pointer);
    const condition = conditionAt(composition, path);
    if (code === 'dataset-parameter' && condition && values)
      return { path: fieldOfCondition(path, code), message: misfit(composition, condition, values, ctx) };
    if (code === 'required' && values?.['key'] === 'bucket')
      return {
        path: path.replace(/path$/, 'bucket'),
        message: text(ctx.lang, 'errors.dataset.compose.bucket'),
      };
    const shown = values && inWords(values, condition, ctx.lang);
    // The form knows no names and operators of the language.
    const message =
      findText(ctx.lang, `errors.dataset.compose.${code}`, shown) ??
      text(ctx.lang, `diagnostics.${code}.message`, shown);
    return { path: fieldOfCondition(path, code), message };
  });
  throw new AppError('DEFINITION_INVALID', { errors });
}

const conditionPath = /^\/conditions\/(\d+)\/path$/;

const conditionAt = ({ conditions }: Composition, path: string): ComposedCondition | undefined =>
  conditions?.[Number(conditionPath.exec(path)?.[1])];

/** The field of a condition that a diagnostic is about; most are about what is compared. */
function fieldOfCondition(path: string, code: string): string {
  const field = { 'entity-keyword': 'operator', 'dataset-parameter': 'parameter', type: 'value' }[code];
  return field !== undefined && conditionPath.test(path) ? path.replace(/path$/, field) : path;
}

/** The values of a diagnostic with the comparison and the type as the form calls them. */
function inWords(
  values: Readonly<Record<string, string | number>>,
  condition: ComposedCondition | undefined,
  lang: Language,
): Record<string, string | number> {
  const { key, type } = values;
  const comparison = condition?.operator ?? key ?? '';
  return {
    ...values,
    comparison: findText(lang, `screens.datasets.operators.${comparison}`) ?? comparison,
    ...(type !== undefined && { type: findText(lang, `errors.dataset.compose.fieldTypes.${type}`) ?? type }),
  };
}

/** Remedy for a parameter that does not suit the comparison of a condition: the types that do are named. */
function misfit(
  { from }: Composition,
  { path }: ComposedCondition,
  { key, type }: Readonly<Record<string, string | number>>,
  { models, lang }: CheckContext,
): string {
  const entities = new Map([...models].map(([id, { document }]) => [id, document]));
  const { field } = followPath(entities, from ?? '', path ?? '');
  const nameOf = (one: string | number) => text(lang, `screens.datasets.types.${one}`);
  const fitting = parameterTypes
    .filter((one) => parameterFits({ type: one }, String(key), field))
    .map(nameOf);
  if (fitting.length === 0) return text(lang, 'errors.dataset.compose.noParameter');
  const wanted = new Intl.ListFormat(localeOf[lang], { type: 'disjunction' }).format(fitting);
  return text(lang, 'errors.dataset.compose.dataset-parameter', { given: nameOf(type ?? ''), wanted });
}
