import { valueAt } from '../../contracts/json-pointer.ts';
import { isOwnPath } from '../../contracts/url.ts';
import { type Path } from './paths.ts';
import type { Scope } from './store.ts';

/** An address that can't be made; `code` names the rule as faults of definitions do. */
export class AddressError extends Error {
  readonly code: 'address' | 'address-reference';
  readonly reference: string;

  constructor(code: 'address' | 'address-reference', reference: string, message: string) {
    super(message);
    this.name = 'AddressError';
    this.code = code;
    this.reference = reference;
  }
}

const reference = /\{([^{}]*)\}/g;
const plainReference = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/;

/** A value of the query; undefined, null and '' are left out, a list gives its name several times. */
export type QueryValue = unknown;

/** The references of an address's braces, for the dependencies of a source. Throws AddressError for what is none. */
export function addressRefs(template: string): Path[] {
  const refs: Path[] = [];
  for (const [, inside] of template.matchAll(reference)) {
    const name = (inside ?? '').trim();
    if (!plainReference.test(name)) {
      throw new AddressError('address-reference', name, `{${name}} in ${template} is no plain reference`);
    }
    refs.push(name.split('.'));
  }
  return refs;
}

/** Is it a path of ours, whatever its references will hold? */
export function isOwnTemplate(template: string): boolean {
  return isOwnPath(template.replace(reference, 'x'));
}

function notOwn(address: string): AddressError {
  return new AddressError('address', address, `${address} is not a path of ours`);
}

function encodeReference(name: string, template: string, scope: Scope): string {
  const value = plainReference.test(name) ? valueAt(scope, name.split('.')) : undefined;
  const usable =
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '') ||
    (typeof value === 'number' && Number.isFinite(value));
  if (!usable) {
    throw new AddressError('address-reference', name, `${template}: ${name} has no value`);
  }
  return encodeURIComponent(String(value));
}

function queryPairs(query: Readonly<Record<string, QueryValue>>): string[] {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null || item === '') continue;
      const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
    }
  }
  return pairs;
}

/**
 * A template such as `/admin-user/{row.id}` with its references percent-encoded in, and the query behind it.
 * @throws AddressError when a reference has no value (naming it) or the result is not a path of our own.
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
