import { deepEqual, type Json } from '../../contracts/json.ts';
import { openDocument } from '../model/convert.ts';
import type { PatchPath } from '../model/patches.ts';
import type { Recorder } from '../model/recorder.ts';
import type { Run } from './command.ts';

/** Equal in bytes: with their keys in the same order. */
const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (deepEqual(one, other) && JSON.stringify(one) === JSON.stringify(other));

function update(
  recorder: Recorder,
  part: 'nodes' | 'place' | 'children',
  next: Readonly<Record<string, Json>>,
): void {
  const before = recorder.model[part] as Readonly<Record<string, Json>>;
  for (const [key, value] of Object.entries(next)) {
    if (!isSame(before[key], value)) recorder.set([part, key] satisfies PatchPath, value);
  }
  for (const key of Object.keys(before)) if (!Object.hasOwn(next, key)) recorder.set([part, key], undefined);
}

/** Nodes are compared by their keys, so that what stays the same keeps its identity, its selection and its rendering. */
export const replace: Run<'replace'> = (recorder, { document }) => {
  const next = openDocument(document);
  if (!isSame(recorder.model.document, next.document)) recorder.set(['document'], next.document);
  update(recorder, 'nodes', next.nodes);
  update(recorder, 'place', next.place);
  update(recorder, 'children', next.children as Readonly<Record<string, string[]>>);
  return undefined;
};
