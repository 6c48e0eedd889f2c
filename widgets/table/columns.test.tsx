// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { stubMedia } from '../../src/engine/react/testing/render.tsx';
import { focused, people, renderPeople, reply } from './testing.ts';

let restoreMedia: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreMedia();
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('data-key'));
const button = () => screen.findByRole('button', { name: 'Colunas' });

it('should open the settings of a plain table where it stands: rows and focus stay', async () => {
  const { host } = renderPeople({}, { adjustable: true });
  await screen.findByText('Ana Beatriz Moreira');
  expect(screen.getByText('104 itens')).toBeTruthy();
  const loads = host.loads.length;
  (await button()).focus();
  fireEvent.click(await button());
  const box = await screen.findByRole('checkbox', { name: 'Login' });
  expect(screen.getByText('Ana Beatriz Moreira')).toBeTruthy();
  fireEvent.click(box);
  expect(heads()).not.toContain('login');
  // The stored columns are those shown the next time, and no row was asked for twice.
  expect(host.loads).toHaveLength(loads);
  fireEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }));
  expect(heads()).toContain('login');
  fireEvent.keyDown(box, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Colunas' })));
});

it('should show the columns as they are stored, locked ones where the definition has them', async () => {
  const host = createFakeHost({ answer: () => reply(people, 104) });
  host.preferences.set('table.people.list', {
    order: ['isActive', 'name', 'email', 'login', 'updatedAt', 'shout'],
    hidden: ['email'],
    widths: {},
  });
  renderPeople({ host }, { adjustable: true });
  await screen.findByText('Ana Beatriz Moreira');
  expect(heads()).toEqual(['name', 'login', 'updatedAt', 'shout', 'isActive', null]);
});

it('should say what it counts, in the plain table and in the one with features', async () => {
  const noun = { one: 'pessoa', other: 'pessoas' };
  renderPeople({}, { adjustable: true, noun });
  expect(await screen.findByText('104 pessoas')).toBeTruthy();
  cleanup();
  renderPeople({ answer: () => reply(people.slice(1), 1) }, { noun, selection: { actions: [] } });
  expect(await screen.findByText('1 pessoa')).toBeTruthy();
});

it('should not offer settings of columns where there are cards', async () => {
  restoreMedia = stubMedia((query) => query.includes('max-width'));
  renderPeople({}, { adjustable: true });
  await screen.findByText('Ana Beatriz Moreira');
  expect(screen.queryByRole('button', { name: 'Colunas' })).toBeNull();
});
