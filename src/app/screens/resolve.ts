import type { DefinitionReply } from '../../contracts/definitions.ts';
import { percentDecoded } from '../../contracts/url.ts';
import type { ScreenDocument } from '../../engine/core/index.ts';
import { createUiStore } from '../../ui/index.ts';
import { calls } from '../paths.ts';

/** GET /adm/v2/def/screen?path=…, and of a view GET /handler/v2/dash/load/{id} */
export interface ScreenReply {
  data: Pick<DefinitionReply, 'faults'> & { definition: ScreenDocument };
}

const addresses = createUiStore<Readonly<Record<string, string>>>({});

/**
 * Returns the address that resolves a path. Paths that differ in numbers only are one screen with other parameters
 * (/admin-user/3 and /admin-user/4), so they share the address that was used first, and its cached reply.
 */
export function screenAddress(path: string): string {
  const plain = path.replace(/\/+$/, '');
  if (/^\/dashboard\/[1-9]\d{0,14}$/.test(plain)) return calls.view(plain);
  const pattern = plain.replace(/\/\d+(?=\/|$)/g, '/0');
  const address = addresses.getState()[pattern] ?? calls.screen(path);
  addresses.setState({ [pattern]: address });
  return address;
}

/** Returns the parameters that a document's `path` defines, with their values in the current path. */
export function paramsOf(pattern: string, path: string): Record<string, string> {
  const segments = path.split('/');
  const pairs = pattern
    .split('/')
    .map((name, at) => [name, segments[at]] as const)
    .filter(([name, value]) => name.startsWith(':') && value !== undefined);
  return Object.fromEntries(pairs.map(([name, value]) => [name.slice(1), percentDecoded(value!)]));
}

/** Whether a document's `path` ends with a parameter: the screen shows one record. */
export function showsRecord(pattern: string): boolean {
  return /\/:[^/]+\/?$/.test(pattern);
}
