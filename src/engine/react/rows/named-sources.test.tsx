// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs, validateDocument } from '../../core/index.ts';
import { widgets } from '../../../../widgets/index.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';
import { testWidget } from '../testing/widget.ts';

afterEach(cleanup);

const board = testWidget(
  'board',
  ({ sources }) => (
    <p>
      {`${sources.lanes!.rows.length} lanes, ${sources.people!.status} ${sources.people!.rows.length}`}
      <button onClick={sources.people!.retry}>Recarregar</button>
    </p>
  ),
  undefined,
  {
    sources: [
      { name: 'lanes', description: '$palette.text.title', data: 'rows', required: true },
      { name: 'people', description: '$palette.text.title', data: 'rows' },
    ],
  },
);
const documentOf = (sources: JsonObject) =>
  screenOf([{ id: 'board', type: 'board', sources }], {
    sources: { stages: { get: '/stages', rows: 'data' }, users: { get: '/users', rows: 'data' } },
  });

describe('named sources', () => {
  it('should reach the widget under its names, and each be loaded again by itself', async () => {
    let users = [{ id: 1 }];
    const { host } = renderScreen(documentOf({ lanes: 'stages', people: 'users' }), {
      extra: [board],
      answer: (address) => ({ data: address === '/users' ? users : [{ id: 1 }, { id: 2 }] }),
    });
    expect(await screen.findByText('2 lanes, ready 1')).toBeTruthy();
    users = [{ id: 1 }, { id: 2 }, { id: 3 }];
    await act(async () => fireEvent.click(screen.getByText('Recarregar')));
    expect(await screen.findByText('2 lanes, ready 3')).toBeTruthy();
    expect(host.requests).toHaveLength(0);
  });

  it('should be idle where the node names none, and stand for the widget where a required one is empty', async () => {
    renderScreen(documentOf({ lanes: 'stages' }), { extra: [board], answer: () => ({ data: [{ id: 1 }] }) });
    expect(await screen.findByText('1 lanes, idle 0')).toBeTruthy();
    cleanup();
    renderScreen(documentOf({ lanes: 'stages', people: 'users' }), {
      extra: [board],
      answer: () => ({ data: [] }),
    });
    expect(await screen.findByText('Sem dados disponíveis')).toBeTruthy();
    expect(screen.queryByText(/lanes/)).toBeNull();
  });

  it('should be reported when the widget or the document does not have them', async () => {
    const registry = createRegistry([...(await loadSpecs(widgets)), board]);
    const found = async (document: unknown) =>
      (await validateDocument(document, registry)).map(({ pointer, code, values }) => [
        pointer,
        code,
        values.nearest,
      ]);
    expect(await found(documentOf({ lanes: 'stages' }))).toEqual([]);
    expect(await found(documentOf({ lanes: 'stages', peple: 'users' }))).toEqual([
      ['/body/0/sources/peple', 'unknown-source-name', 'people'],
    ]);
    expect(await found(documentOf({ lanes: 'none' }))).toEqual([
      ['/body/0/sources/lanes', 'unknown-source', undefined],
    ]);
    expect(await found(documentOf({ people: 'users' }))).toEqual([
      ['/body/0', 'needs-named-source', undefined],
    ]);
    const text = { id: 'text', type: 'text', props: { text: 'x' }, sources: { people: 'users' } };
    expect(await found(screenOf([text], { sources: { users: { get: '/users', rows: 'data' } } }))).toEqual([
      ['/body/0/sources/people', 'no-sources', ''],
    ]);
  });
});
