import { parsePointer } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { addressRefs } from '../language/address.ts';
import type { Diagnostic } from '../contract.ts';
import { dialogsWithSource } from '../screen/dialog-screen.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { Path } from '../language/paths.ts';
import { diagnostic } from './diagnostics.ts';
import { nearest } from './nearest.ts';
import type { References } from './references.ts';
import { needPaths } from './sources.ts';

/** A reference to `args.<name>`. */
interface ArgumentUse {
  name: string | undefined;
  pointer: string;
}

async function usesOf(references: References, document: JsonObject): Promise<ArgumentUse[]> {
  const uses: ArgumentUse[] = [];
  const add = (paths: readonly Path[], pointer: string): void => {
    for (const [root, name] of paths) if (root === 'args') uses.push({ name, pointer });
  };
  const mayRead = (pointer: string): boolean => /^\/(dialogs|sources)\//.test(pointer);
  for (const { source, pointer } of references.expressions) {
    if (!mayRead(pointer) || !source.includes('args')) continue;
    try {
      add(await compileExpression(source).check(), pointer);
    } catch {
      // expressionDiagnostics reports the error.
    }
  }
  for (const { address, pointer } of references.addresses) {
    try {
      if (mayRead(pointer)) add(addressRefs(address), pointer);
    } catch {
      // addressDiagnostics reports the error.
    }
  }
  for (const { path, pointer } of needPaths(document)) add([path], pointer);
  return uses;
}

/** Reports arguments that no `open` gives a dialog, and dialogs opened without an argument that they read. */
export async function argumentDiagnostics(
  references: References,
  document: JsonObject,
): Promise<Diagnostic[]> {
  const uses = await usesOf(references, document);
  if (uses.length === 0) return [];
  const ids = (Array.isArray(document.dialogs) ? document.dialogs : []).map((dialog) =>
    isObject(dialog) ? String(dialog.id) : '',
  );
  const given = (dialog: string): string[] =>
    references.openings.filter((one) => one.dialog === dialog).flatMap(({ args }) => args);
  const found: Diagnostic[] = [];
  const read = new Map<string, Set<string>>();
  for (const { name, pointer } of uses) {
    const [list, key = ''] = parsePointer(pointer);
    const dialogs = list === 'dialogs' ? [ids[Number(key)]!] : dialogsWithSource(document, key);
    if (dialogs.length === 0) found.push(diagnostic(pointer, 'source-args', { source: key }));
    if (name === undefined) continue;
    for (const dialog of dialogs) {
      const known = new Set(given(dialog));
      if (known.has(name)) read.set(dialog, (read.get(dialog) ?? new Set()).add(name));
      else if (known.size === 0) found.push(diagnostic(pointer, 'no-args', { dialog, name }));
      else {
        const values = { dialog, name, nearest: nearest(name, known), known: [...known].join(', ') };
        found.push(diagnostic(pointer, 'unknown-arg', values));
      }
    }
  }
  for (const { dialog, args, pointer } of references.openings) {
    const missing = [...(read.get(dialog) ?? [])].filter((name) => !args.includes(name));
    if (missing.length > 0)
      found.push(diagnostic(pointer, 'missing-arg', { dialog, missing: missing.join(', ') }));
  }
  return found;
}
