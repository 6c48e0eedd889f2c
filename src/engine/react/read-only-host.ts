import type { DefinitionReply } from '../../contracts/definitions.ts';
import type { Host, HostFailure } from '../core/index.ts';

/** Options of a host for documents that are only shown. */
export interface ReadOnlyHostOptions {
  /** Form documents by id that take the place of the server's. */
  forms?: ReadonlyMap<string, unknown>;
  /** Called when a write, a navigation or a download was blocked. */
  onBlocked(what: 'write' | 'navigate' | 'download'): void;
}

/** The answer to a blocked call. */
const blocked: HostFailure = { code: 'HELD_BACK', status: 0, message: '', errors: [] };

/**
 * A host that reads through another one and changes nothing: calls that write fail without a notification, navigation and
 * downloads do nothing, and nothing asks before leaving. Each is reported to `onBlocked`.
 */
export function createReadOnlyHost(host: Host, { forms, onBlocked: onHeldBack }: ReadOnlyHostOptions): Host {
  const overrides: Partial<Host> = {
    run(request) {
      if (request.method === 'get') return host.run(request);
      onHeldBack('write');
      return Promise.reject(blocked);
    },
    save() {
      onHeldBack('download');
      return Promise.resolve();
    },
    definition(kind, id) {
      const own = kind === 'form' ? forms?.get(id) : undefined;
      if (own === undefined) return host.definition(kind, id);
      const reply: DefinitionReply = {
        definition: own,
        version: 0,
        source: 'tenant',
        publishedVersion: 0,
        faults: [],
      };
      return Promise.resolve(reply);
    },
    navigate: () => onHeldBack('navigate'),
    // `onBlocked` has reported a blocked call already.
    notify: (kind, text) => text !== blocked.message && host.notify(kind, text),
    guard: () => () => undefined,
  };
  // All other members are the host's own, getters included.
  return new Proxy(host, {
    get: (target, name) =>
      Object.hasOwn(overrides, name)
        ? overrides[name as keyof Host]
        : (Reflect.get(target, name, target) as unknown),
  });
}
