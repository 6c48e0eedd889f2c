import type { DefinitionReply } from '../../contracts/definitions.ts';
import type { Host, HostFailure } from '../core/index.ts';

/** Options of `createReadOnlyHost`. */
export interface ReadOnlyHostOptions {
  /** Form documents by id, used instead of the server's. */
  forms?: ReadonlyMap<string, unknown>;
  /** Called when a write, a navigation or a download was blocked. */
  onBlocked(action: 'write' | 'navigate' | 'download'): void;
}

/** Failure with which a blocked call is rejected. */
const blocked: HostFailure = { code: 'HELD_BACK', status: 0, message: '', errors: [] };

/**
 * Wraps a host so that a document changes nothing: reads pass through, writes and uploads fail without a notification,
 * navigation, downloads and the choice of files do nothing, and leaving needs no confirmation. Each blocked call is
 * reported to `onBlocked`.
 */
export function createReadOnlyHost(host: Host, { forms, onBlocked }: ReadOnlyHostOptions): Host {
  const isOwn = (kind: string, id: string) => kind === 'form' && forms?.has(id) === true;
  const ownDefinition = (id: string): DefinitionReply => ({
    definition: forms?.get(id),
    version: 0,
    source: 'tenant',
    publishedVersion: 0,
    faults: [],
  });
  const refuse = () => {
    onBlocked('write');
    return Promise.reject(blocked);
  };
  const overrides: Partial<Host> = {
    run(request) {
      return request.method === 'get' ? host.run(request) : refuse();
    },
    // A person does not choose a file for nothing.
    pick() {
      onBlocked('write');
      return Promise.resolve([]);
    },
    upload: refuse,
    save() {
      onBlocked('download');
      return Promise.resolve();
    },
    saveContent() {
      onBlocked('download');
      return Promise.resolve();
    },
    definition: (kind, id) =>
      isOwn(kind, id) ? Promise.resolve(ownDefinition(id)) : host.definition(kind, id),
    knownDefinition: (kind, id) => (isOwn(kind, id) ? ownDefinition(id) : host.knownDefinition?.(kind, id)),
    // The published version of an own form, which may be another or none, does not replace it.
    onDefinition: (kind, id, listener) =>
      isOwn(kind, id) ? () => undefined : host.onDefinition(kind, id, listener),
    navigate: () => onBlocked('navigate'),
    // `onBlocked` has reported a blocked call already.
    notify: (kind, text, options) =>
      text === blocked.message ? () => undefined : host.notify(kind, text, options),
    guard: () => () => undefined,
    // A person who looks at a preview is in no record.
    events: { ...host.events, enter: () => () => undefined },
    // Faults of a document that is being written are its author's, who sees them where they are.
    report: () => undefined,
  };
  // All other members are those of the wrapped host, getters included.
  return new Proxy(host, {
    get: (target, name) =>
      Object.hasOwn(overrides, name)
        ? overrides[name as keyof Host]
        : (Reflect.get(target, name, target) as unknown),
  });
}
