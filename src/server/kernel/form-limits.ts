import { AppError, type KeyedError } from './errors.ts';

/** Parts of a form beside the file, and bytes of each. */
export const FORM_LIMITS = { fields: 20, fieldSize: 16_384, fieldNameSize: 100, headerPairs: 20 };

/** The refusal of a form that is cut off or is none. */
export const malformedUpload = (cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', { message: 'errors.upload.malformed', cause });

/** The error of a form without a file where it needs one, or with one where it takes none. @param names fields that take one */
export const missingFile = (field: string, names: readonly string[]): KeyedError => ({
  path: `/${field}`,
  key: 'errors.upload.file',
  params: { count: names.length, names: names.join(', ') },
});

export const tooManyParts = (): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: 'errors.upload.parts',
    params: { limit: FORM_LIMITS.fields },
  });
