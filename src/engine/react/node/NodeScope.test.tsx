// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { counters, createRegistry, loadSpecs, resetCounters, validateDocument } from '../../core/index.ts';
import { widgets } from '../../../../widgets/index.ts';
import { NodeScope } from '../index.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';
import { testWidget } from '../testing/widget.ts';

afterEach(cleanup);

const template = testWidget(
  'template',
  ({ data, slots }) => (
    <ul>
      {data.rows.map((row) => (
        <li key={Number(row.id)}>
          <NodeScope names={{ row }} scopeKey={Number(row.id)}>
            {slots.row?.map(({ element }) => element)}
          </NodeScope>
        </li>
      ))}
    </ul>
  ),
  undefined,
  { slots: [{ name: 'row', description: '$palette.text.title', scope: ['row'] }], data: 'rows' },
);

const sources = { people: { get: '/people', rows: 'data' } };
const row = [
  { id: 'name', type: 'text', props: { text: { $expr: "row.name & ' ' & state.suffix" } } },
  { id: 'old', type: 'text', visible: { $expr: 'row.age >= 60' }, props: { text: 'Idosa' } },
  {
    id: 'go',
    type: 'button',
    props: { text: 'Abrir' },
    on: { press: [{ request: { post: '/open/{row.id}' } }] },
  },
];
const body = [{ id: 'list', type: 'template', source: 'people', slots: { row } }];
const document = screenOf(body, { sources, state: { suffix: '!', other: 1 } });
const people = [
  { id: 1, name: 'Ana', age: 70 },
  { id: 2, name: 'Caio', age: 30 },
];

describe('nodes rendered once per row', () => {
  it('should evaluate expressions with their own row and the state', async () => {
    renderScreen(document, { extra: [template], answer: () => ({ data: people }) });
    expect(await screen.findByText('Ana !')).toBeTruthy();
    expect(await screen.findByText('Caio !')).toBeTruthy();
    expect(screen.getAllByText('Idosa')).toHaveLength(1);
    const ids = [...globalThis.document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should run the steps of two rows in parallel, each with its row', async () => {
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    const { host } = renderScreen(document, {
      extra: [template],
      answer: (_, __, { method }) => (method === 'get' ? { data: people } : wait),
    });
    const [first, second] = await screen.findAllByRole('button', { name: 'Abrir' });
    fireEvent.click(first!);
    fireEvent.click(second!);
    fireEvent.click(first!);
    await waitFor(() => expect(host.requests.map((one) => one.address)).toEqual(['/open/1', '/open/2']));
    await act(async () => release());
  });

  it('should render only the row that changed', async () => {
    let rows = people;
    const { host } = renderScreen(document, { extra: [template], answer: () => ({ data: rows }) });
    await screen.findByText('Ana !');
    resetCounters();
    rows = [people[0]!, { ...people[1]!, name: 'Davi' }];
    await act(() => host.load('/people').refresh());
    expect(within(screen.getAllByRole('listitem')[1]!).getByText('Davi !')).toBeTruthy();
    expect(counters.renders.name).toBeLessThanOrEqual(2);
  });
});

describe('validation of nodes rendered once per row', () => {
  it('should allow `row` in their expressions, and nowhere else', async () => {
    const registry = createRegistry([...(await loadSpecs(widgets)), template]);
    expect(await validateDocument(document, registry)).toEqual([]);
    const outside = screenOf([row[0]], { sources, state: { suffix: '!' } });
    const diagnostics = await validateDocument(outside, registry);
    expect(diagnostics.map((one) => [one.code, one.pointer])).toEqual([
      ['root-not-here', '/body/0/props/text/$expr'],
    ]);
  });
});
