// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { choose } from '../../src/ui/testing/choice.ts';
// Code that loads after a choice knows the value that goes, and not its label any more.
import './DependentFields.tsx';

afterEach(cleanup);

const cities = {
  SP: [
    { id: 'campinas', name: 'Campinas' },
    { id: 'sp', name: 'São Paulo' },
  ],
  PR: [{ id: 'curitiba', name: 'Curitiba' }],
};

const state = {
  field: 'state',
  control: 'select',
  label: 'Estado',
  options: [
    { value: '', label: 'Todos' },
    { value: 'SP', label: 'São Paulo' },
    { value: 'PR', label: 'Paraná' },
  ],
};
const city = {
  field: 'city',
  control: 'select',
  label: 'Cidade',
  options: { source: 'cities', value: 'id', label: 'name' },
};

const show = (filters: Record<string, string> = {}, more: object = {}) =>
  renderScreen(
    screenOf(
      [
        {
          id: 'filters',
          type: 'filter-bar',
          props: { bind: 'state.filters', draft: 'state.draft', fields: [state, city], ...more },
        },
        { id: 'seen', type: 'text', props: { text: { $expr: '$string(state.filters)' } } },
      ],
      {
        state: { page: 1, filters },
        sources: {
          cities: {
            value: { $expr: `$lookup(${JSON.stringify(cities)}, state.draft.state)` },
            needs: ['state.draft.state'],
          },
        },
      },
    ),
  );
const seen = (text: string) => waitFor(() => expect(document.querySelector('#seen')?.textContent).toBe(text));

describe('filters that depend on others', () => {
  it('should offer the options of the choice that stands in the bar, before it is applied', async () => {
    show();
    await screen.findByText('Preencha primeiro Estado.');
    await choose(await screen.findByLabelText('Estado'), 'Paraná');
    await choose(await screen.findByLabelText('Cidade'), 'Curitiba');
    await seen('{}');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"state":"PR","city":"curitiba"}');
  });

  it('should remove a value that is not among the options any more, say so, and apply the rest', async () => {
    show({ state: 'SP', city: 'campinas' });
    await waitFor(() => expect(screen.getByLabelText('Cidade').textContent).toContain('Campinas'));
    await choose(screen.getByLabelText('Estado'), 'Paraná');
    const note = await screen.findByText(/“Campinas” foi removido/);
    expect(note.getAttribute('role')).toBe('status');
    // Nothing is applied without the button.
    await seen('{"state":"SP","city":"campinas"}');
    fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
    await seen('{"state":"PR"}');
    await choose(screen.getByLabelText('Cidade'), 'Curitiba');
    expect(screen.queryByText(/foi removido/)).toBeNull();
  });

  it('should remove an applied value that the options do not have, as of an old link', async () => {
    show({ state: 'PR', city: 'campinas' });
    await screen.findByText(/“campinas” foi removido/);
    await seen('{"state":"PR"}');
  });
});
