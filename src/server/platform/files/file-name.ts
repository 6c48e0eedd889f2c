import { AppError } from '../../kernel/errors.ts';

const MOST = 255;
/** Control characters, and those that turn the direction of text, with which a name hides its extension. */
// oxlint-disable-next-line no-control-regex -- these are refused
const forbidden = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd/\\]/;

/**
 * Checks the name of a file. It is shown and sent back, and never part of a path.
 * @throws AppError VALIDATION_FAILED
 */
export function checkFileName(name: string): string {
  const trimmed = name.trim();
  const refuse = (key: string): never => {
    throw new AppError('VALIDATION_FAILED', {
      message: key,
      params: { limit: MOST },
      errors: [{ path: '/file', key, params: { limit: MOST } }],
    });
  };
  if (trimmed === '' || /^\.+$/.test(trimmed) || forbidden.test(trimmed)) refuse('errors.file.name');
  if (trimmed.length > MOST) refuse('errors.file.nameLength');
  return trimmed;
}

/** Makes a name that we take out of one from somebody else's server, whatever it is. The extension stays. */
export function toFileName(name: string): string {
  const clean = name.replaceAll(new RegExp(forbidden, 'g'), '_').trim().replace(/^\.+/, '') || 'file';
  if (clean.length <= MOST) return clean;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  return Buffer.from(`${clean.slice(0, MOST - extension.length)}${extension}`, 'utf8')
    .toString('utf8')
    .replaceAll('\ufffd', '_');
}
