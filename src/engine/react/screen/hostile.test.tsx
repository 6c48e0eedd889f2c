// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import {
  validateParts,
  compileDocument,
  createRegistry,
  loadSpecs,
  validateDocument,
} from '../../core/index.ts';
import { hostileBody } from '../testing/hostile.ts';
import { failure } from '../testing/host.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

const specs = await loadSpecs(widgets);
const registry = createRegistry(specs);
const sibling = { id: 'sibling', type: 'text', props: { text: 'ainda aqui' } };
const rest = {
  state: { page: 1, text: 'x', filters: { name: 'a' }, list: [{ id: 1 }] },
  sources: {
    rows: { get: '/rows', rows: 'data.rows', total: 'data.total', record: 'data.record' },
    pending: { get: '/pending', rows: 'data.rows' },
    wrong: { get: '/wrong', rows: 'data.rows' },
  },
};

/** Answers with valid, pending, malformed and failed replies. */
function answer(path: string): unknown {
  if (path === '/pending') return new Promise(() => undefined);
  if (path === '/wrong') return { data: { rows: 'no rows at all' } };
  if (path !== '/rows') throw failure(404, 'não', 'NOT_FOUND');
  const rows = [
    { id: 1, name: 'Ana', isActive: 'Y' },
    { id: 2, name: null },
    { id: 2, name: { deep: [] } },
  ];
  return { data: { rows, total: 3, record: rows[0] } };
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('definitions of real widgets with hostile values', () => {
  it('make neither validation nor compilation throw, and have the same diagnostics each time', async () => {
    await fc.assert(
      fc.asyncProperty(hostileBody(specs), async (body) => {
        const document = screenOf([...body, sibling], rest);
        const text = JSON.stringify(document);
        const diagnostics = validateParts(document, registry);
        expect(validateParts(JSON.parse(text), registry)).toEqual(diagnostics);
        for (const one of await validateDocument(document, registry)) {
          expect(one.pointer === '' || one.pointer.startsWith('/')).toBe(true);
          expect(one.code).not.toBe('');
        }
        const compiled = compileDocument(document, registry, diagnostics);
        expect(compiled.nodes.get('sibling')?.diagnostics ?? []).toEqual([]);
        expect(JSON.stringify(document)).toBe(text);
      }),
    );
  });

  it('are rendered beside intact siblings: no error leaves its node', async () => {
    await fc.assert(
      fc.asyncProperty(hostileBody(specs), async (body) => {
        const view = renderScreen(screenOf([...body, sibling], rest), { answer });
        try {
          expect(await screen.findByText('ainda aqui')).toBeTruthy();
          // Deferred replies, expressions and widget code must not break it either.
          await act(() => new Promise((resolve) => setTimeout(resolve)));
          expect(screen.getByText('ainda aqui')).toBeTruthy();
        } finally {
          view.unmount();
          cleanup();
        }
      }),
      { interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);
});

describe('invalid documents', () => {
  it.each([
    ['nothing', null],
    ['a list', []],
    ['a text', 'screen'],
    ['no body', { kind: 'screen', id: 'a' }],
    ['a kind without a text', { kind: { toString: 1, valueOf: null }, id: 'a' }],
    ['a body that is none', screenOf('body' as unknown as unknown[])],
    ['nodes that are none', screenOf([null, 1, 'x', [], [[]]])],
    [
      'wrong types everywhere',
      {
        kind: 1,
        id: [],
        title: {},
        state: 'x',
        sources: [],
        dialogs: {},
        query: 4,
        strings: 5,
        breadcrumb: 'a',
        access: 'all',
        body: [],
      },
    ],
  ])('%s: reported as diagnostics and rendered without an exception', async (_, document) => {
    const hostileDocument = document as Record<string, unknown>;
    expect((await validateDocument(hostileDocument, registry)).length).toBeGreaterThan(0);
    expect(() => renderScreen(hostileDocument)).not.toThrow();
  });

  it.each(['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s as id, type, source, field, key and dialog',
    async (name) => {
      const hostile = JSON.parse(
        JSON.stringify({
          ...screenOf([
            { id: 'NAME', type: 'NAME' },
            { id: 'b', type: 'text', source: 'NAME', props: { text: '$NAME' } },
            { id: 'NAME', type: 'text', props: { text: 'x', NAME: 1 }, on: { NAME: [{ open: 'NAME' }] } },
            {
              id: 't',
              type: 'table',
              source: 'rows',
              props: { columns: [{ field: 'NAME', title: 'NAME', map: { NAME: 'x' } }] },
            },
            sibling,
          ]),
          ...rest,
          state: { NAME: { NAME: 1 } },
          query: { NAME: 'state.NAME' },
          sources: { ...rest.sources, NAME: { get: '/rows', rows: 'NAME.NAME' } },
          dialogs: [{ id: 'NAME', type: 'dialog', props: { title: 'x' } }],
          strings: { pt: { NAME: 'y' } },
        }).replaceAll('NAME', name),
      ) as Record<string, unknown>;
      renderScreen(hostile, { answer });
      expect(await screen.findByText('ainda aqui')).toBeTruthy();
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      expect((await validateDocument(hostile, registry)).length).toBeGreaterThan(0);
    },
  );

  it('of 10,000 nodes or 60 levels: rendered up to the limits, with a notice', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `n${at}`, type: 'hologram' }));
    const document = screenOf([sibling, ...many.slice(0, 3)]);
    const compiled = compileDocument(screenOf(many), registry);
    expect(compiled.nodes.size).toBe(2_000);
    expect(compiled.diagnostics).toMatchObject([{ code: 'too-many-nodes', pointer: '/body/2000' }]);
    let deep: Record<string, unknown> = { id: 'last', type: 'stack' };
    for (let level = 0; level < 60; level += 1) deep = { id: `l${level}`, type: 'stack', children: [deep] };
    renderScreen({ ...document, body: [...(document.body as unknown[]), deep] });
    expect(await screen.findByText('ainda aqui')).toBeTruthy();
    expect(screen.getByText(/\/children · /)).toBeTruthy();
  });

  it('of a newer format: only a notice is rendered', async () => {
    renderScreen({ ...screenOf([sibling]), formatVersion: 99 });
    expect(await screen.findByText(/\/formatVersion · /)).toBeTruthy();
    expect(screen.queryByText('ainda aqui')).toBeNull();
  });

  it('with circular sources: nodes that use them wait, the others are rendered', async () => {
    renderScreen(
      screenOf(
        [{ id: 't', type: 'table', source: 'a', props: { columns: [{ field: 'x', title: 'X' }] } }, sibling],
        {
          sources: {
            a: { get: '/a/{data.b.total}', rows: 'data' },
            b: { get: '/b', rows: 'data', needs: ['data.a.total'] },
          },
        },
      ),
      { answer },
    );
    expect(await screen.findByText('ainda aqui')).toBeTruthy();
  });
});
