// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { DataChoice } from '../../../contracts/data-choice.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { PropertyPanel } from '../PropertyPanel.tsx';
import { openPanel, viewOf } from '../testing/surface.tsx';
import { DataChoicesContext } from './choices.ts';

afterEach(cleanup);

const people: DataChoice = { kind: 'dataset', id: 'people', title: 'People', parameters: [], columns: [] };

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
