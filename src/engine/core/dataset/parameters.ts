import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import type { DatasetParameter, EntityField } from '../generated/documents.ts';

/** Parameters that each operator of a filter takes. */
export function parameterFits(parameter: DatasetParameter, operator: string, field: EntityField): boolean {
  switch (parameter.type) {
    case 'period':
      return operator === 'within';
    case 'values':
      return operator === 'in';
    case 'number':
      return field.type === 'reference'
        ? operator === 'eq' || operator === 'under'
        : isEnd(operator) && ['integer', 'number'].includes(field.type);
    case 'boolean':
      return operator === 'empty' || (operator === 'eq' && field.type === 'boolean');
    case 'date':
      return isEnd(operator) && ['date', 'datetime'].includes(field.type);
    default:
      return operator === 'eq' && ['string', 'text'].includes(field.type);
  }
}

/** Whether an operator compares with one value. */
const isEnd = (operator: string): boolean => ['eq', 'from', 'to'].includes(operator);

/** The name of a parameter in an expression `params.<name>`; null for any other. */
export const parameterName = (source: string): string | null =>
  /^params\.([A-Za-z][A-Za-z0-9_]*)$/.exec(source.trim())?.[1] ?? null;

/** The conditions `within` on parameters that every record must match: of the filter itself and of its `all`. */
export function periodConditions(filter: JsonObject | undefined): { path: string; parameter: string }[] {
  if (!filter) return [];
  if (Array.isArray(filter.all)) return filter.all.filter(isObject).flatMap((one) => periodConditions(one));
  return Object.entries(filter).flatMap(([path, condition]) => {
    const within = isObject(condition) ? condition.within : undefined;
    const parameter = isExpression(within) ? parameterName(within.$expr) : null;
    return parameter === null ? [] : [{ path, parameter }];
  });
}
