import { AppError } from './errors.ts';

/** Parts of a form beside the file, and bytes of each. */
export const FORM_LIMITS = { fields: 20, fieldSize: 16_384, fieldNameSize: 100, headerPairs: 20 };

/** The refusal of a form that is cut off or is none. */
export const malformedUpload = (cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', { message: 'errors.upload.malformed', cause });
