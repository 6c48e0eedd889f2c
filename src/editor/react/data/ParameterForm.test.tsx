// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { DataChoice, ParameterChoice } from '../../../contracts/data-choice.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { PropertyPanel } from '../PropertyPanel.tsx';
import { openPanel, viewOf } from '../testing/surface.tsx';
import { DataChoicesContext } from './choices.ts';

afterEach(cleanup);

const people: DataChoice = { kind: 'dataset', id: 'people', title: 'People', parameters: [], columns: [] };

it('writes several values as a list, so that a comma of a value is a comma', async () => {
  const parameter: ParameterChoice = {
    name: 'names',
    type: 'values',
    title: 'Names',
    required: false,
    options: [],
    default: null,
    field: null,
  };
  const node = {
    id: 'figure',
    type: 'stat',
    source: 'people',
    at: { x: 0, y: 0, w: 4, h: 2 },
    props: { label: 'People', field: 'id', take: 'sum' },
  };
  const source = { dataset: 'people', query: { names: 'Souza' } };
  const rows = [{ ...people, parameters: [parameter] }];
  const editor = openPanel(viewOf([node], { sources: { people: source } }), 'figure', {
    lang: 'en',
    answer: () => ({ data: { rows: [] } }),
    children: (
      <DataChoicesContext value={{ status: 'ready', rows, message: '', reload: () => undefined }}>
        <PropertyPanel />
      </DataChoicesContext>
    ),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Data' }, { timeout: 60_000 }));
  await user.type(await screen.findByRole('textbox', { name: 'Names' }), '"Silva, Irmãos Ltda"{Enter}');
  expect((editor.document().sources as JsonObject).people).toEqual({
    dataset: 'people',
    query: { names: ['Souza', 'Silva, Irmãos Ltda'] },
  });
});

it('names a parameter that the dataset does not have any more, and takes it out in one step', async () => {
  const node = {
    id: 'figure',
    type: 'stat',
    source: 'people',
    at: { x: 0, y: 0, w: 4, h: 2 },
    props: { label: 'People', field: 'id', take: 'sum' },
  };
  const source = { dataset: 'people', query: { unit: '7' } };
  const editor = openPanel(viewOf([node], { sources: { people: source } }), 'figure', {
    lang: 'en',
    answer: () => ({ data: { rows: [] } }),
    children: (
      <DataChoicesContext value={{ status: 'ready', rows: [people], message: '', reload: () => undefined }}>
        <PropertyPanel />
      </DataChoicesContext>
    ),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Data' }, { timeout: 60_000 }));
  const notice = await screen.findByText('The parameter “unit” does not exist in the dataset any more.');
  await user.click(within(notice.parentElement!).getByRole('button', { name: 'Remove' }));
  const sourceNow = () => (editor.document().sources as JsonObject).people;
  expect(sourceNow()).toEqual({ dataset: 'people' });
  expect(screen.queryByText(/does not exist in the dataset/)).toBeNull();
  act(() => void editor.undo());
  expect(sourceNow()).toEqual(source);
});
