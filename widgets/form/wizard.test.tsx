// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openForm } from '../../src/engine/react/testing/form.tsx';
import { createFakeHost, failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

// Fluent's message bar measures itself.
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const properties = {
  name: { type: 'string', title: 'Nome', minLength: 3 },
  city: { type: 'string', title: 'Cidade' },
};
const ui = {
  sections: [
    { id: 'identity', fields: ['name'] },
    { id: 'where', fields: ['city'] },
  ],
  steps: [
    { id: 'one', title: 'Pessoa', sections: ['identity'] },
    { id: 'two', title: 'Lugar', sections: ['where'] },
  ],
};
const open = (options: Parameters<typeof openForm>[1] = {}) =>
  openForm(properties, { ui, schema: { required: ['name', 'city'] }, ...options });
const box = (name: string) => screen.findByRole('textbox', { name: new RegExp(name) });
const next = () => userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
/** The form's own button; the screen of these tests has one of the same name, which comes first. */
const last = () => screen.getAllByRole('button', { name: 'Salvar' }).at(-1)!;
const here = () => screen.getByRole('heading', { level: 2 }).getAttribute('aria-label');

describe('a wizard', () => {
  it('goes on only from a valid step, and keeps all input on the way back', async () => {
    open();
    await userEvent.type(await box('Nome'), 'An');
    await next();
    await waitFor(async () => expect((await box('Nome')).getAttribute('aria-invalid')).toBe('true'));
    expect(here()).toBe('Etapa 1 de 3: Pessoa');
    expect(document.activeElement).toBe(await box('Nome'));

    await userEvent.type(await box('Nome'), 'a{Enter}');
    await box('Cidade');
    expect(here()).toBe('Etapa 2 de 3: Lugar');
    expect((await box('Cidade')).getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
    await userEvent.type(await box('Cidade'), 'Recife');

    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(((await box('Nome')) as HTMLInputElement).value).toBe('Ana');
    await next();
    expect(((await box('Cidade')) as HTMLInputElement).value).toBe('Recife');
  });

  it('says nothing about steps that were not visited, and moves no button when a field is left', async () => {
    open();
    await userEvent.type(await box('Nome'), 'An');
    await next();
    await waitFor(async () => expect((await box('Nome')).getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(await box('Nome'), 'a');
    // Leaving the field validates it again. One press goes on: nothing has been inserted above the button.
    await userEvent.tab();
    await waitFor(async () => expect((await box('Nome')).getAttribute('aria-invalid')).toBeNull());
    expect(screen.queryByText(/Lugar: \d campo/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Lugar/ })).toBeNull();
    await next();
    const city = await box('Cidade');
    expect(city.getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByText('Campo Obrigatório')).toBeNull();
    // Left untouched it stays quiet too; only going on asks for it.
    city.focus();
    await userEvent.tab();
    expect(city.getAttribute('aria-invalid')).toBeNull();
    await next();
    await waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'));
  });

  it('shows a summary with a link to each step, and sends all values', async () => {
    const host = open({ value: { name: 'Ana', city: 'Recife' } });
    await box('Nome');
    await next();
    await box('Cidade');
    await next();
    const part = await screen.findByRole('region', { name: 'Lugar' });
    expect(within(part).getByText('Recife')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Alterar Lugar' }));
    await box('Cidade');
    await next();
    await userEvent.click(last());
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana', city: 'Recife' }));
  });

  it('shows the first step with an error of the server, and links to the others', async () => {
    open({
      value: { name: 'Ana', city: 'Recife' },
      answer: () => {
        throw {
          ...failure(422, 'Não', 'RULE_BROKEN'),
          errors: [
            { path: '/name', message: 'Já existe' },
            { path: '/city', message: 'Não há' },
          ],
        };
      },
    });
    await box('Nome');
    await next();
    await box('Cidade');
    await next();
    await screen.findByRole('region', { name: 'Lugar' });
    await userEvent.click(last());
    await screen.findByText('Já existe');
    expect(here()).toBe('Etapa 1 de 3: Pessoa');
    await userEvent.click(screen.getByRole('button', { name: 'Lugar: 1 campo' }));
    await screen.findByText('Não há');
    expect(here()).toBe('Etapa 2 de 3: Lugar');
  });

  it('has its buttons in the footer of its dialog, and says no title twice', async () => {
    const host = createFakeHost();
    const form = {
      kind: 'form',
      formatVersion: 2,
      id: 'steps',
      schema: { type: 'object', properties },
      ui: {
        ...ui,
        sections: [{ ...ui.sections[0], title: 'Pessoa' }, ui.sections[1]],
        summary: false,
        submit: 'Cadastrar',
      },
    };
    const dialog = {
      id: 'new',
      type: 'dialog',
      props: { title: 'Novo' },
      children: [
        {
          id: 'f',
          type: 'form',
          props: { document: form },
          on: { submit: [{ request: { post: '/x', body: { $expr: 'event.values' } } }] },
        },
      ],
    };
    renderScreen(
      screenOf([{ id: 'open', type: 'button', props: { text: 'Abrir' }, on: { press: [{ open: 'new' }] } }], {
        dialogs: [dialog],
      }),
      { host },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    await userEvent.type(await box('Nome'), 'Ana');
    expect(screen.getAllByText('Pessoa', { ignore: '[data-step-title]' })).toHaveLength(1);
    const footer = () => document.querySelector<HTMLElement>('.fui-DialogActions')!;
    expect(within(footer()).queryByRole('button', { name: 'Cadastrar' })).toBeNull();
    const on = within(footer()).getByRole('button', { name: 'Continuar' });
    await userEvent.click(on);
    await userEvent.type(await box('Cidade'), 'Recife');
    // A browser submits by the button that was pressed, as it is after the press has been handled.
    expect(within(footer()).getByRole('button', { name: 'Cadastrar' })).not.toBe(on);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana', city: 'Recife' }));
  });
});
