import type { FieldError } from '../../../../contracts/errors.ts';
import type { Caller } from '../../../kernel/contract.ts';
import type { Language } from '../../../../contracts/language.ts';
import { AppError } from '../../../kernel/errors.ts';
import { findText, text } from '../../../kernel/texts.ts';
import type { EntityModel } from '../../../kernel/entity/model.ts';
import { checkDataset } from '../draft.ts';
import { composeDataset, type Composed } from './compose.ts';
import type { ComposedCondition, Composition } from './wire.ts';

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
    const shown = values && inWords(values, conditionAt(composition, path), ctx.lang);
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
