import type { Host, ReadFragments } from '../core/index.ts';

/** Milliseconds for which a fragment that was read counts as current, while its users are edited. */
const freshFor = 10_000;

/** Reads published fragments through the host, for the validation and the preview of documents that are being edited. */
export function createFragmentReader(host: Host): ReadFragments {
  const known = new Map<string, { at: number; document: Promise<unknown> }>();

  function read(id: string): Promise<unknown> {
    const now = host.now().getTime();
    const one = known.get(id);
    if (one && now - one.at < freshFor) return one.document;
    // The use of a fragment that does not exist has its diagnostic.
    const document = host.definition('fragment', id).then(
      (reply) => reply.definition,
      () => null,
    );
    known.set(id, { at: now, document });
    return document;
  }

  return async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
}
