import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as ours } from '../../../contracts/formats.ts';

/** Format of texts that leave the browser only encrypted (`Host.seal`); rules and checks read the plain text. */
export const sealedPasswordFormat = 'sealed-password';

/** Standard string formats that a form's schema may name, with the predicates of ajv-formats. */
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

/** Predicates of the formats that a form may name, shared by the interpreter and the server's Ajv. */
export const formFormats: Readonly<Record<string, (text: string) => boolean>> = {
  ...Object.fromEntries(standardNames.map((name) => [name, standardPredicate(name)])),
  ...ours,
  // Any text is valid; password rules belong to rule sets.
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
