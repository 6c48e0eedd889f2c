// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

const width = window.innerWidth;
const resize = (pixels: number) => {
  window.innerWidth = pixels;
  fireEvent(window, new Event('resize'));
};
beforeEach(() => resize(1100));
afterEach(() => {
  cleanup();
  resize(width);
});

const fields = ['a', 'b', 'c', 'd', 'e', 'f'].map((field) => ({
  field,
  control: 'text',
  label: `Campo ${field}`,
}));
const show = (props: object, more: object = {}) =>
  renderScreen(
    screenOf(
      [
        { id: 'filters', type: 'filter-bar', props: { bind: 'state.filters', fields, ...props } },
        { id: 'seen', type: 'text', props: { text: { $expr: '$string(state.filters)' } } },
      ],
      { state: { filters: {} }, ...more },
    ),
  );
const labels = () => screen.getAllByRole('textbox').length;
const seen = (text: string) => waitFor(() => expect(document.querySelector('#seen')?.textContent).toBe(text));

it.each([
  [1189, 2],
  [1190, 3],
  [1389, 3],
  [1390, 4],
  [1569, 4],
  [1570, 5],
])('shows, in a window of %i pixels, %i of its fields', async (pixels, count) => {
  show({ fold: true });
  await screen.findByRole('heading', { name: 'Filtros' });
  resize(pixels);
  await waitFor(() => expect(labels()).toBe(count));
});

it('shows the other fields on demand', async () => {
  show({ fold: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Ver todos os filtros...' }));
  await waitFor(() => expect(labels()).toBe(6));
  fireEvent.click(screen.getByRole('button', { name: 'Esconder filtros...' }));
  await waitFor(() => expect(labels()).toBe(2));
});

it('prints the filters in force, also those that are folded away', async () => {
  show({ fold: true }, { state: { filters: { f: 'Sul' } } });
  await screen.findByRole('heading', { name: 'Filtros' });
  expect(screen.queryByLabelText('Campo f')).toBeNull();
  // The browser prints the page as it is after the event.
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getByLabelText('Campo f')).toHaveProperty('value', 'Sul');
});

it('remembers the applied filters of a person, but for an address with others', async () => {
  const { host } = show({ remember: true });
  fireEvent.change(await screen.findByLabelText('Campo a'), { target: { value: 'um' } });
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  await seen('{"a":"um"}');
  await waitFor(() =>
    expect(JSON.stringify(host.preferences.get('filters.people.filters'))).toBe('{"a":"um"}'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Limpar Filtros' }));
  await seen('{}');
  expect(host.preferences.get('filters.people.filters')).toBeNull();
});
