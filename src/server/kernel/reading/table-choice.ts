import { Type } from 'typebox';
import { parseJson } from '../../../contracts/json.ts';
import { invalid } from '../errors.ts';
import { compileValidator } from '../validation.ts';
import { encodings, separators, type Encoding, type Separator, type TableOptions } from './table-form.ts';

/** Stands in place of a field for a column that is not imported. */
export const LEFT_OUT = '-';

/** How a person corrects what was recognised of a file. */
export interface TableChoice {
  table?: TableOptions | undefined;
  /** Fields by the places of the columns, in place of their headers, or `LEFT_OUT`. An empty one leaves the header. */
  columns?: Readonly<Record<string, string>> | undefined;
}

/** Values of the form that imports a table, beside those of its import. */
export const choiceBody = {
  preview: Type.Optional(
    Type.Unsafe<'true'>({
      type: 'string',
      enum: ['true'],
      description:
        'With dryRun: answers how the file was read, also when columns of it are unknown or it is not in UTF-8',
    }),
  ),
  separator: Type.Optional(Type.Unsafe<Separator>({ type: 'string', enum: separators })),
  encoding: Type.Optional(Type.Unsafe<Encoding>({ type: 'string', enum: encodings })),
  sheet: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,4}$',
      description: 'Place of the sheet among those of a workbook.',
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'JSON: fields by the places of the columns, - for a column that is left out',
    }),
  ),
};

const validateColumns = compileValidator(
  Type.Record(Type.String({ pattern: '^[0-9]{1,4}$' }), Type.String(), { additionalProperties: false }),
  'body',
);

/** The choice of a form's values. @throws AppError VALIDATION_FAILED */
export function choiceOf({
  separator,
  encoding,
  sheet,
  columns,
}: {
  separator?: Separator;
  encoding?: Encoding;
  sheet?: string;
  columns?: string;
}): TableChoice {
  const table = {
    ...(separator && { separator }),
    ...(encoding && { encoding }),
    ...(sheet && { sheet: Number(sheet) }),
  };
  if (columns === undefined) return { table };
  const chosen = parseJson(columns);
  if (validateColumns(chosen) !== true) throw invalid([{ path: '/columns', key: 'errors.import.columns' }]);
  return { table, columns: chosen as Record<string, string> };
}
