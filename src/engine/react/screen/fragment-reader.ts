import { usedDefinition } from '../../../contracts/saved-widget.ts';
import type { Host, ReadFragments } from '../../core/index.ts';

/** Milliseconds for which a fragment that was read counts as current, while its users are edited. */
const freshFor = 10_000;

export interface FragmentReader {
  read: ReadFragments;
  /** Only these fragments exist. Others, such as a name that is being typed, are not requested. */
  limitTo(ids: readonly string[]): void;
}

const readers = new WeakMap<Host, FragmentReader>();

/** The reader of a host, which the editor and the preview share. */
export function fragmentReaderOf(host: Host): FragmentReader {
  const reader = readers.get(host) ?? createFragmentReader(host);
  readers.set(host, reader);
  return reader;
}

/** Reads published fragments through the host, for the validation and the preview of documents that are being edited. */
function createFragmentReader(host: Host): FragmentReader {
  const known = new Map<string, { at: number; document: Promise<unknown> }>();
  let existing: ReadonlySet<string> | null = null;

  function read(id: string): Promise<unknown> {
    const now = host.now().getTime();
    const one = known.get(id);
    if (one && now - one.at < freshFor) return one.document;
    const used = usedDefinition(id);
    // The use of a fragment that does not exist has its diagnostic.
    const document = host.definition(used.kind, used.id).then(
      (reply) => reply.definition,
      () => null,
    );
    known.set(id, { at: now, document });
    return document;
  }

  return {
    async read(ids) {
      const asked = ids.filter((id) => existing?.has(id) ?? true);
      return new Map(await Promise.all(asked.map(async (id) => [id, await read(id)] as const)));
    },
    limitTo(ids) {
      existing = new Set(ids);
    },
  };
}
