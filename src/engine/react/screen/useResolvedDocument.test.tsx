// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../../core/index.ts';
import type { Host } from '../../core/index.ts';
import { EngineProvider } from '../EngineProvider.tsx';
import { createFakeHost } from '../testing/host.ts';
import { useResolvedDocument } from './useResolvedDocument.ts';

const registry = createRegistry(await loadSpecs(widgets));
afterEach(cleanup);

const room: JsonObject = {
  kind: 'entity',
  formatVersion: 2,
  id: 'room',
  title: 'Sala',
  fields: { name: { type: 'string', title: 'Nome' } },
};
const banner: JsonObject = {
  kind: 'fragment',
  formatVersion: 2,
  id: 'banner',
  body: [{ id: 'text', type: 'text', props: { text: 'Aviso' } }],
};

/** A text that somebody changes, beside a form of an entity and a fragment, which are put in. */
const documentWith = (text: string, form: JsonObject, use: JsonObject): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [{ id: 'own', type: 'text', at: { x: 0, y: 0, w: 4, h: 2 }, props: { text } }, form, use],
});

it('leaves the form of an entity and a fragment as they are while another node changes', async () => {
  const host: Host = Object.assign(createFakeHost(), {
    definition: async (_kind: string, id: string) => ({ definition: id === 'room' ? room : banner }),
  });
  const form: JsonObject = {
    id: 'rooms',
    type: 'form',
    at: { x: 4, y: 0, w: 4, h: 4 },
    props: {
      form: { kind: 'form', formatVersion: 2, id: 'room-form', entity: 'room', ui: { sections: [] } },
    },
  };
  const use: JsonObject = { id: 'notice', use: 'banner', at: { x: 8, y: 0, w: 4, h: 2 } };
  const { result, rerender } = renderHook(({ document }) => useResolvedDocument(document), {
    initialProps: { document: documentWith('um', form, use) },
    wrapper: ({ children }) => (
      <EngineProvider registry={registry} host={host}>
        {children}
      </EngineProvider>
    ),
  });
  await waitFor(() => expect(JSON.stringify(result.current)).toContain('"schema"'), { timeout: 60_000 });
  const before = result.current!['body'] as JsonObject[];
  expect(JSON.stringify(before)).toContain('Aviso');
  rerender({ document: documentWith('dois', form, use) });
  const after = result.current!['body'] as JsonObject[];
  expect(after[0]).toMatchObject({ id: 'own', props: { text: 'dois' } });
  expect(after.length).toBe(before.length);
  after.slice(1).forEach((node, at) => expect(node).toBe(before[at + 1]));
});

it('is the document itself where its entities and fragments cannot be put in, instead of none for ever', async () => {
  const host: Host = Object.assign(createFakeHost(), {
    loadTexts: () => Promise.reject(new Error('no texts')),
  });
  const use: JsonObject = { id: 'notice', use: 'banner', at: { x: 8, y: 0, w: 4, h: 2 } };
  const document = documentWith('um', { id: 'other', type: 'text', props: { text: 'x' } }, use);
  const { result } = renderHook(() => useResolvedDocument(document), {
    wrapper: ({ children }) => (
      <EngineProvider registry={registry} host={host}>
        {children}
      </EngineProvider>
    ),
  });
  await waitFor(() => expect(result.current).toEqual(document), { timeout: 60_000 });
});
