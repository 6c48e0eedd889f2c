import { useEffect, useMemo, useRef, useState } from 'react';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { entitiesNamed } from '../../core/index.ts';
import { entitiesOfForms } from '../../core/entity/entity-forms.ts';
import { usedFragments } from '../../core/fragments/uses.ts';
import { useEngine } from '../context.ts';
import { fragmentReaderOf } from './fragment-reader.ts';
import { keepParts } from '../node/keep-parts.ts';

type Resolve = (document: JsonObject) => JsonObject;

interface Names {
  fragments: Iterable<string>;
  entities: Iterable<string>;
}

/** By items of lists, which are the same objects until somebody changes them: most are looked through once. */
const knownNames = new WeakMap<object, Names>();

function namesInPart(part: JsonObject): Names {
  const known = knownNames.get(part);
  if (known) return known;
  const made = { fragments: usedFragments(part), entities: entitiesOfForms(part) };
  knownNames.set(part, made);
  return made;
}

/** Names that a document takes from others, and lets others give: its fragments, entities and parameters. */
function namesIn(document: JsonObject): string {
  const lists = Object.entries(document).filter(([, value]) => Array.isArray(value));
  const rest = Object.fromEntries(Object.entries(document).filter(([, value]) => !Array.isArray(value)));
  const fragments = usedFragments(rest);
  const entities = new Set(entitiesNamed(rest));
  for (const [, list] of lists) {
    for (const part of list as JsonObject[]) {
      const found = isObject(part) ? namesInPart(part) : { fragments: [], entities: [] };
      for (const id of found.fragments) fragments.add(id);
      for (const id of found.entities) entities.add(id);
    }
  }
  const parameters = isObject(document.parameters) ? document.parameters : {};
  return JSON.stringify([[...fragments].sort(), [...entities].sort(), Object.keys(parameters)]);
}

const nothing = JSON.stringify([[], [], []]);

/** Loads fragments and entities once, for every version of a document that names the same ones. */
function useResolver(names: string, document: JsonObject): { names: string; resolve: Resolve } | null {
  const { host, registry } = useEngine();
  const [loaded, setLoaded] = useState<{ names: string; resolve: Resolve } | null>(null);
  const named = useRef(document);
  useEffect(() => {
    named.current = document;
  });
  useEffect(() => {
    if (names === nothing) return undefined;
    let cancelled = false;
    void (async () => {
      const [{ expandWith }, { loadFragments }, { withEntities, entitiesReferred }, { entitiesById }] =
        await Promise.all([
          import('../../core/validate/fragments.ts'),
          import('../../core/fragments/uses.ts'),
          import('../../core/entity/entity-sources.ts'),
          import('../../core/entity/entity-forms.ts'),
          host.loadTexts(['screens']),
          registry.prepare(registry.types),
        ]);
      const fragments = await loadFragments([named.current], fragmentReaderOf(host).read);
      const expand: Resolve = (one) =>
        fragments.size === 0 && one.parameters === undefined
          ? one
          : (expandWith(one, fragments, registry).document as JsonObject);
      const read = async (ids: readonly string[]) => {
        const replies = await Promise.allSettled(ids.map((id) => host.definition('entity', id)));
        return replies.flatMap((reply) =>
          reply.status === 'fulfilled'
            ? [reply.value.definition as Parameters<typeof entitiesReferred>[0]]
            : [],
        );
      };
      const own = await read(entitiesNamed(expand(named.current)));
      const known = new Set(own.map(({ id }) => id));
      const referred = await read([...new Set(own.flatMap(entitiesReferred))].filter((id) => !known.has(id)));
      const entityOf = entitiesById([...own, ...referred]);
      if (!cancelled) setLoaded({ names, resolve: (one) => withEntities(expand(one), entityOf) });
    })().catch((error: unknown) => {
      host.report({ document: '', node: '', error });
      // As it is: the notices of its nodes say what is missing, where a wait would have no end.
      if (!cancelled) setLoaded({ names, resolve: (one) => one });
    });
    return () => {
      cancelled = true;
    };
  }, [names, host, registry]);
  return loaded?.names === names ? loaded : null;
}

/** Fragments and forms are put in anew for each version: what is as before stays the same object, which is not compiled again. */
function createKeeper(): (document: JsonObject) => JsonObject {
  let before: JsonObject | undefined;
  return (document) => {
    before = keepParts(before, document) as JsonObject;
    return before;
  };
}

/**
 * The document with the content of its fragments and with what its sources take from entities. Without either it is the
 * document itself; while they load, the version before. Null before the first one.
 */
export function useResolvedDocument(document: JsonObject): JsonObject | null {
  const names = useMemo(() => namesIn(document), [document]);
  const resolver = useResolver(names, document);
  const [keep] = useState(createKeeper);
  const resolved = useMemo(
    () => (names === nothing ? document : resolver && keep(resolver.resolve(document))),
    [names, document, resolver, keep],
  );
  const [last, setLast] = useState(resolved);
  if (resolved !== null && resolved !== last) setLast(resolved);
  return resolved ?? last;
}
