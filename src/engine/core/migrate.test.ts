import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contracts/json.ts';
import { migrateDocument, type FormatMigration } from './migrate.ts';
import { createRegistry } from './registry.ts';
import { screenDocument, widget } from './testing/fixtures.ts';

const registry = createRegistry([
  widget(
    'old',
    { caption: { type: 'string' } },
    {
      version: 3,
      migrations: {
        1: ({ title, ...rest }) => ({ ...rest, label: title ?? null }),
        2: ({ label, ...rest }) => ({ ...rest, caption: label ?? null }),
      },
    },
  ),
  widget('box', {}, { children: 'nodes' }),
  widget(
    'broken',
    {},
    {
      version: 2,
      migrations: {
        1: () => {
          throw new Error('bug');
        },
      },
    },
  ),
]);

const formats: Record<number, FormatMigration> = {
  1: ({ nodes, ...rest }) => ({ ...rest, body: nodes ?? [] }),
};

describe('migrations', () => {
  it('lift nodes wherever they stand and keep everything they do not know', () => {
    const document = screenDocument({
      'x-origin': { kept: [1, 2] },
      body: [
        {
          id: 'a',
          type: 'box',
          'x-note': 'n',
          children: [
            {
              id: 'b',
              type: 'old',
              typeVersion: 1,
              'x-own': 1,
              props: { title: 'T', 'x-more': { deep: true } },
            },
          ],
        },
      ],
    });
    const before = JSON.stringify(document);
    const { document: lifted, faults } = migrateDocument(document, registry);
    expect(faults).toEqual([]);
    expect(lifted).toMatchObject({
      'x-origin': { kept: [1, 2] },
      body: [
        {
          'x-note': 'n',
          children: [
            { id: 'b', typeVersion: 3, 'x-own': 1, props: { caption: 'T', 'x-more': { deep: true } } },
          ],
        },
      ],
    });
    expect(JSON.stringify(document)).toBe(before);
  });

  it('answer the same object when there is nothing to lift', () => {
    const document = screenDocument({
      body: [
        { id: 'b', type: 'old', typeVersion: 3 },
        { id: 'c', type: 'old' },
      ],
    });
    expect(migrateDocument(document, registry).document).toBe(document);
  });

  it('lift the format first', () => {
    const old: JsonObject = {
      kind: 'screen',
      formatVersion: 1,
      nodes: [{ id: 'b', type: 'old', typeVersion: 2, props: { label: 'L' } }],
    };
    expect(migrateDocument(old, registry, formats).document).toEqual({
      kind: 'screen',
      formatVersion: 2,
      body: [{ id: 'b', type: 'old', typeVersion: 3, props: { caption: 'L' } }],
    });
  });

  it('leave alone and name what is newer than they are', () => {
    const document = screenDocument({ formatVersion: 2 });
    expect(migrateDocument(document, registry)).toEqual({
      document,
      faults: [
        {
          pointer: '/formatVersion',
          code: 'newer-format',
          values: { version: 2, known: 1 },
          severity: 'error',
        },
      ],
    });
    const node = screenDocument({ body: [{ id: 'b', type: 'old', typeVersion: 9 }] });
    expect(migrateDocument(node, registry).faults).toMatchObject([
      { pointer: '/body/0/typeVersion', code: 'newer-type' },
    ]);
  });

  it('that fail are faults of their node', () => {
    const document = screenDocument({ body: [{ id: 'b', type: 'broken', typeVersion: 1 }] });
    const answer = migrateDocument(document, registry);
    expect(answer.document).toBe(document);
    expect(answer.faults).toMatchObject([{ code: 'migration', values: { type: 'broken', version: 1 } }]);
  });
});
