import type { Failure } from '../../../../contracts/errors.ts';

/** An error of a row of a file, as reports name it. */
export interface ImportError {
  /** The error's number in the report. */
  at: number;
  /** The row as a spreadsheet numbers it: the header is row 1. */
  row: number;
  /** The field's name in calls, or empty for an error of the whole row. */
  field: string;
  /** The field's name as people read it. */
  title: string;
  message: string;
}

/** An error as it is found. */
export type RowError = Pick<ImportError, 'row' | 'field' | 'message'>;

/** The errors of a row that was refused. @param otherwise the field of a failure that names none */
export function rowErrors(row: number, failure: Failure, otherwise = ''): RowError[] {
  const errors = failure.errors ?? [{ path: '', message: failure.message }];
  return errors.map(({ path, message }) => ({ row, field: path.split('/')[1] ?? otherwise, message }));
}
