// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Crumb } from '../index.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

afterEach(cleanup);

function trailOf(rest: Record<string, unknown>, params: Record<string, string> = {}) {
  const reported: (readonly Crumb[])[] = [];
  const body = [
    { id: 'go', type: 'button', props: { text: 'go' }, on: { press: [{ set: { 'state.name': 'Bia' } }] } },
  ];
  const view = renderScreen(screenOf(body, rest), { params, onTrail: (crumbs) => reported.push(crumbs) });
  return { ...view, last: () => reported.at(-1) };
}

describe('breadcrumb', () => {
  it('should be the title alone where the document has none', async () => {
    const { last } = trailOf({ title: '$t', strings: { pt: { t: 'Pessoas' } } });
    await waitFor(() => expect(last()).toEqual([{ name: 'Pessoas' }]));
  });

  it('should carry texts, resolved links and expressions, and follow the state', async () => {
    const { last, unmount } = trailOf(
      {
        state: { name: 'Ana' },
        title: { $expr: 'state.name' },
        breadcrumb: [
          { name: 'Segurança' },
          { name: 'Pessoa', link: '/people/{params.id}' },
          { name: { $expr: "state.name = 'Ana' ? '$a' : $uppercase(state.name)" } },
        ],
        strings: { pt: { a: 'A primeira' } },
      },
      { id: '7' },
    );
    const before = [{ name: 'Segurança' }, { name: 'Pessoa', to: '/people/7' }];
    await waitFor(() => expect(last()).toEqual([...before, { name: 'A primeira' }]));
    await waitFor(() => expect(document.title).toBe('Ana · Acme'));
    fireEvent.click(await screen.findByRole('button', { name: 'go' }));
    await waitFor(() => expect(last()).toEqual([...before, { name: 'BIA' }]));
    expect(document.title).toBe('Bia · Acme');
    unmount();
    expect(last()).toEqual([]);
  });
});
