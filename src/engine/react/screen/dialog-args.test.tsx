// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../testing/render.tsx';

afterEach(cleanup);

const form = {
  kind: 'form',
  formatVersion: 2,
  id: 'person',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Nome' }, login: { type: 'string', title: 'Login' } },
  },
  ui: { sections: [{ id: 'main', fields: ['name', 'login'] }] },
  rules: [{ when: { $expr: 'args.user.isUser' }, show: ['login'] }],
};
const opener = (id: number, name: string, isUser: boolean) => ({
  id: `open${id}`,
  type: 'button',
  props: { text: name },
  on: { press: [{ open: { dialog: 'edit', with: { user: { id, name, isUser } } } }] },
});
const made = (note: string) =>
  screenOf(
    [opener(1, 'Ana', true), opener(2, 'Bia', false), { id: 'note', type: 'text', props: { text: note } }],
    {
      dialogs: [
        {
          id: 'edit',
          type: 'dialog',
          props: { title: { $expr: "'Editar ' & args.user.name" }, footer: ['save'] },
          children: [
            {
              id: 'form',
              type: 'form',
              props: {
                document: form,
                value: { $expr: '{"id": args.user.id, "name": args.user.name}' },
                guard: false,
              },
              on: {
                submit: [
                  { close: 'edit' },
                  { request: { put: '/user/{args.user.id}', body: { $expr: 'event.values' } } },
                ],
              },
            },
            { id: 'save', type: 'button', props: { text: 'Salvar' }, on: { press: [{ submit: 'form' }] } },
          ],
        },
      ],
    },
  );
const nameField = async () => screen.findByLabelText<HTMLInputElement>('Nome');

it('a dialog with a form reads its arguments, keeps input over a new definition, and starts fresh the next time', async () => {
  const user = userEvent.setup();
  const { publish, host } = renderScreen(made('um'));
  await user.click(await screen.findByRole('button', { name: 'Ana' }));
  const dialog = await screen.findByRole('dialog', { name: /Editar Ana/ });
  const field = await nameField();
  expect(field.value).toBe('Ana');
  expect(within(dialog).getByLabelText('Login')).toBeTruthy();
  await user.type(field, ' Maria');
  publish(made('dois'));
  expect(await screen.findByText('dois')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: /Editar Ana/ })).toBe(dialog);
  expect((await nameField()).value).toBe('Ana Maria');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(host.requests.at(-1)).toMatchObject({
    method: 'put',
    address: '/user/1',
    body: { name: 'Ana Maria' },
  });

  await user.click(screen.getByRole('button', { name: 'Bia', hidden: true }));
  expect(await screen.findByRole('dialog', { name: /Editar Bia/ })).toBeTruthy();
  expect((await nameField()).value).toBe('Bia');
  expect(screen.queryByLabelText('Login')).toBeNull();
  expect(host.reports).toEqual([]);
});
