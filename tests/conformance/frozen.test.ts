import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import {
  createRegistry,
  loadSpecs,
  migrationLosses,
  migrateDocument,
  validateDocument,
} from '../../src/engine/core/index.ts';
import { widgets } from '../../widgets/index.ts';

const folder = join(import.meta.dirname, 'frozen');
const registry = createRegistry(await loadSpecs(widgets));

/**
 * Documents as former releases stored them. Each new format and each new version of a widget adds a file. A file is never
 * edited, because stored documents of customers cannot be edited either.
 */
const frozen: Readonly<Record<string, string>> = {
  'format-1.options.screen.json': '1d9eb7d027083c4e521742540d356d13c92c655f7b47f9897ca725366243f7e0',
  'format-1.options.form.json': 'a331b76143c7cee2426e3552b7f4bc59b5c1c8dad7bee509944075934359c9f2',
  'format-1.options.entity.json': 'c731d137bae9cc7c94755debdfc527574c828ca820f588f238c5d1ff8c95cf27',
  'format-1.person.entity.json': '11f2bdcc93b68eaa494ead82916b15929098c671545ad8f61533370ca676094d',
  'format-1.row-templates.screen.json': '3868aec38d131034c1f16cdf5579eb78740133d267bf1d0300173fd42ea2d2de',
  'format-1.user-create.screen.json': '6d995e5eadcaa90079093be73e8494a786fc88fe426eba9f280f08a835dc52c5',
  'format-1.user-duplicate.screen.json': '7212701dfcbb8396c74f669ccd5ccd572673c0a25a283085e5e730bdbf9cc905',
  'format-1.user-edit.screen.json': '4dae884c16c55766f10b536f5181bea74a52795b49a094a6f36efef799dbe438',
  'format-1.user-list.screen.json': '898bb15611aefdec2ea8c5e97ce859b2177b77e3924110801ce02ce659c18c2f',
  'format-1.user-reset.form.json': 'aa9295218d624b965bd362b84c71cf382219a4b85430927d974998380889f688',
  'format-1.user.form.json': '1a3bd13fe4f54b1c42a5e2c79885d3065b84038b4df6fb473af9ddbd5345a1ac',
  'format-1.widgets-1.screen.json': 'b332facfc36302df6e71bab4d1f067b66b99ff325eb772e3132f8b203224343d',
};

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const documentOf = (file: string): JsonObject => JSON.parse(textOf(file)) as JsonObject;

/** Lists every node of a document, those in children and slots included. */
function nodesIn(document: JsonObject): JsonObject[] {
  const below = (list: unknown): JsonObject[] =>
    ((list ?? []) as JsonObject[]).flatMap((node) => [
      node,
      ...below(node.children),
      ...Object.values((node.slots ?? {}) as JsonObject).flatMap(below),
    ]);
  return [...below(document.body), ...below(document.dialogs)];
}

describe('frozen documents', () => {
  it('are all listed, and none was edited', () => {
    const found = Object.fromEntries(
      readdirSync(folder).map((file) => [file, createHash('sha256').update(textOf(file)).digest('hex')]),
    );
    expect(found).toEqual(frozen);
  });

  it.each(Object.keys(frozen))('%s is migrated without errors and without a loss', async (file) => {
    const document = documentOf(file);
    const { document: lifted, diagnostics } = migrateDocument(document, registry);
    expect(diagnostics).toEqual([]);
    expect(migrationLosses(document, lifted as JsonObject)).toEqual([]);
    // A rule that is newer than the document warns, but never refuses it.
    const found = await validateDocument(document, registry);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('cover every former version of every widget', () => {
    const there = new Set(
      Object.keys(frozen).flatMap((file) =>
        nodesIn(documentOf(file)).map(({ type, typeVersion }) => `${String(type)} ${String(typeVersion)}`),
      ),
    );
    const former = registry.types.flatMap((type) => {
      const { version } = registry.get(type)!;
      return Array.from({ length: version - 1 }, (_, index) => `${type} ${index + 1}`);
    });
    expect(former.filter((one) => !there.has(one))).toEqual([]);
  });
});
