import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import { isOwnPath } from '../../../contracts/url.ts';
import { isForbiddenKey, type Path } from './paths.ts';
import type { Scope } from '../screen/store.ts';

/** An address that cannot be resolved. `code` is also the code of the definition's diagnostic. */
export class AddressError extends Error {
  readonly code: 'address' | 'address-reference';
  readonly address: string;
  /** The reference that cannot be resolved; empty for an address that is not allowed. */
  readonly reference: string;

  constructor(address: string, reference: string, why: string) {
    super(`${address}: ${why}`);
    this.name = 'AddressError';
    this.code = reference === '' ? 'address' : 'address-reference';
    this.address = address;
    this.reference = reference;
  }
}

const reference = /\{([^{}]*)\}/g;
const plainReference = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/;

/** A query value. undefined, null and '' are left out; a list repeats the parameter's name, a range has two, emptiness one of its own. */
export type QueryValue = unknown;

/** Parses the references in an address's braces. @throws AddressError for a reference that is not a plain path. */
export function addressRefs(template: string): Path[] {
  const refs: Path[] = [];
  for (const [, inside] of template.matchAll(reference)) {
    const name = (inside ?? '').trim();
    if (!plainReference.test(name)) {
      throw new AddressError(template, name || '{}', `{${name}} is no plain reference`);
    }
    refs.push(name.split('.'));
  }
  return refs;
}

/**
 * Fills in the references of a state path; a key keeps its dots and percent signs encoded, as `bindPath` reads them.
 * @throws AddressError for a reference that is no key.
 */
export function resolveBind(template: string, scope: Scope): string {
  return template.replace(reference, (_, name: string) => {
    const key = encodeReference(name, template, scope);
    if (isForbiddenKey(key)) throw new AddressError(template, name, `"${key}" is a forbidden key`);
    return key.replaceAll('.', '%2E');
  });
}

/** Whether a template is a path of the application, whatever values its references have. */
export function isOwnTemplate(template: string): boolean {
  return isOwnPath(template.replace(reference, 'x'));
}

function notOwn(address: string): AddressError {
  return new AddressError(address, '', 'not a path of ours');
}

function encodeReference(name: string, template: string, scope: Scope): string {
  const value = plainReference.test(name) ? valueAt(scope, name.split('.')) : undefined;
  const usable =
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '') ||
    (typeof value === 'number' && Number.isFinite(value));
  if (!usable) {
    throw new AddressError(template, name, `${name} has no value`);
  }
  return encodeURIComponent(String(value));
}

/** Whether a value is a range, which the query of an address names in two parameters. */
export const isRangeValue = (value: unknown): value is { from?: unknown; to?: unknown } =>
  isObject(value) && Object.keys(value).every((key) => key === 'from' || key === 'to');

/** Whether a value asks for what is empty, or is not, which the query of an address names in a parameter of its own. */
export const isEmptinessValue = (value: unknown): value is { empty: boolean } =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.empty === 'boolean';

/** The parameters of a value: one for each item of a list, `nameFrom` and `nameTo` for a range, `nameEmpty` for emptiness. */
function valuesOf(name: string, value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value)) return value.map((item) => [name, item]);
  if (isEmptinessValue(value)) return [[`${name}Empty`, value.empty]];
  if (!isRangeValue(value)) return [[name, value]];
  return [
    [`${name}From`, value.from],
    [`${name}To`, value.to],
  ];
}

function queryPairs(query: Readonly<Record<string, QueryValue>>): string[] {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query).flatMap(([key, one]) => valuesOf(key, one))) {
    if (value === undefined || value === null || value === '') continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  }
  return pairs;
}

/**
 * Resolves a template such as `/admin-user/{row.id}`: percent-encodes its references and appends the query.
 * @throws AddressError when a reference has no value or the result is not a path of the application.
 */
export function resolveAddress(
  template: string,
  scope: Scope,
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  if (!isOwnTemplate(template)) throw notOwn(template);
  const address = template.replace(reference, (_, name: string) =>
    encodeReference(name.trim(), template, scope),
  );
  if (!isOwnPath(address)) throw notOwn(address);
  const pairs = queryPairs(query);
  if (pairs.length === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** The references of an address; none of one that cannot be resolved, which renders as none and is reported elsewhere. */
export function knownAddressRefs(address: string): readonly Path[] {
  try {
    return addressRefs(address);
  } catch {
    return [];
  }
}
