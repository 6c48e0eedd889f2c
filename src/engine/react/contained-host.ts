import type { DefinitionReply } from '../../contracts/definitions.ts';
import type { Host, HostFailure } from '../core/index.ts';

/** What a document tells that is only looked at. */
export interface Containment {
  /** The form documents it brings along, by id: drawn as they are here, not as the server has them. */
  forms?: ReadonlyMap<string, unknown>;
  /** Something that would have written or led away was held back. */
  onHeldBack(what: 'write' | 'navigate' | 'download'): void;
}

/** What a held-back call is answered with. */
const heldBack: HostFailure = { code: 'HELD_BACK', status: 0, message: '', errors: [] };

/**
 * A host that reads like the one it stands before and changes nothing: calls that write fail quietly, ways that lead away
 * are not gone, and nothing asks before leaving. Each is told to `onHeldBack`.
 */
export function containedHost(host: Host, { forms, onHeldBack }: Containment): Host {
  const contained: Partial<Host> = {
    run(request) {
      if (request.method === 'get') return host.run(request);
      onHeldBack('write');
      return Promise.reject(heldBack);
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
    // The failure of what was held back has been told.
    notify: (kind, text) => text !== heldBack.message && host.notify(kind, text),
    guard: () => () => undefined,
  };
  // Everything else, also what hosts learn later, is the host's own. Getters keep being read from it.
  return new Proxy(host, {
    get: (target, name) =>
      Object.hasOwn(contained, name)
        ? contained[name as keyof Host]
        : (Reflect.get(target, name, target) as unknown),
  });
}
