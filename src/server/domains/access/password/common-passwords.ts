import { isWordWithEnding, passwordWords } from '../../../../contracts/password-words.ts';
import { foldText } from '../../../../contracts/text.ts';
import { invalid } from '../../../kernel/errors.ts';

let list: Promise<ReadonlySet<string>> | null = null;

/** The list of leaked passwords, read when the first one is checked. */
function leaked(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(foldText)),
  );
  return list;
}

/**
 * Whether a password is among the first that somebody would guess: a leaked one, or a usual word, the person's or the
 * tenant's name with a usual ending.
 */
export async function isCommonPassword(password: string, personal: readonly string[]): Promise<boolean> {
  const plain = foldText(password);
  // Also a short one repeated: 123123123123.
  const repeated = /^(.{1,8}?)\1+$/.exec(plain)?.[1];
  const known = await leaked();
  if (known.has(plain) || (repeated !== undefined && (repeated.length < 4 || known.has(repeated))))
    return true;
  const own = personal
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter(({ length }) => length > 2);
  return isWordWithEnding(password, [...passwordWords, ...own]);
}

/** @throws AppError VALIDATION_FAILED at /password */
export async function assertUncommon(password: string, personal: readonly string[]): Promise<void> {
  if (await isCommonPassword(password, personal))
    throw invalid([{ path: '/password', key: 'validation.person.passwordCommon' }]);
}
