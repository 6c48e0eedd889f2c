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
 * Wraps a host so that a document changes nothing: reads pass through, writes fail without a notification, navigation
 * and
 * downloads do nothing, and leaving needs no confirmation. Each blocked call is reported to `onBlocked`.
 */
export function createReadOnlyHost(host: Host, { forms, onBlocked }: ReadOnlyHostOptions): Host {
  const overrides: Partial<Host> = {
    run(request) {
      if (request.method === 'get') return host.run(request);
      onBlocked('write');
      return Promise.reject(blocked);
    },
    save() {
      onBlocked('download');
      return Promise.resolve();
    },
    definition(kind, id) {
      const ownForm = kind === 'form' ? forms?.get(id) : undefined;
      if (ownForm === undefined) return host.definition(kind, id);
      const reply: DefinitionReply = {
        definition: ownForm,
        version: 0,
        source: 'tenant',
        publishedVersion: 0,
        faults: [],
      };
      return Promise.resolve(reply);
    },
    navigate: () => onBlocked('navigate'),
    // `onBlocked` has reported a blocked call already.
    notify: (kind, text, options) => text !== blocked.message && host.notify(kind, text, options),
    guard: () => () => undefined,
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
