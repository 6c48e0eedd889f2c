import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as ours } from '../../../contracts/formats.ts';

/** Format of a text that leaves the browser only sealed (`Host.seal`); rules and checks see it as it was typed. */
export const sealedPasswordFormat = 'sealed-password';

/** Standard string formats a form's schema may name, as Ajv's own list defines them. */
const standardNames = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'json-pointer',
] as const;

/**
 * Every format a form may name, as a predicate over strings. The interpreter and the server's Ajv register these very
 * functions, so that a value cannot pass one and fail the other.
 */
export const formFormats: Readonly<Record<string, (text: string) => boolean>> = {
  ...Object.fromEntries(standardNames.map((name) => [name, standardPredicate(name)])),
  ...ours,
  // Any text fits: what a password must be is a rule's business.
  password: () => true,
  [sealedPasswordFormat]: () => true,
};

function standardPredicate(name: (typeof standardNames)[number]): (text: string) => boolean {
  const format: unknown = fullFormats[name];
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return (text) => format(text) === true;
  const { validate } = format as { validate: RegExp | ((text: string) => boolean) };
  return validate instanceof RegExp ? (text) => validate.test(text) : (text) => validate(text);
}
