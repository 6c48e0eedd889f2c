// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DefinitionReply } from '../../../contracts/definitions.ts';
import { createFakeHost } from '../testing/host.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

afterEach(cleanup);

const form = (fields: Record<string, object>, ids: string[] = Object.keys(fields)) => ({
  kind: 'form',
  formatVersion: 2,
  id: 'contact',
  schema: { type: 'object', properties: fields },
  ui: { sections: [{ id: 'main', fields: ids }] },
});

const name = { type: 'string', title: 'Nome' };
const phone = { type: 'string', title: 'Telefone' };

describe('a screen whose definition is published again while a person works in it', () => {
  const contact = (document: object) => ({ id: 'contact', type: 'form', props: { document, guard: false } });
  const box = (children: unknown[]) => ({ id: 'box', type: 'stack', children });

  it('should keep a half-filled form with its caret, and render new nodes', async () => {
    const user = userEvent.setup();
    const { publish, host } = renderScreen(screenOf([box([contact(form({ name, phone }))])]));
    const field = await screen.findByLabelText<HTMLInputElement>('Nome');
    await user.type(field, 'Helena D');
    field.setSelectionRange(2, 4);
    publish(
      screenOf([
        { id: 'hello', type: 'text', props: { text: 'novidade' } },
        box([contact(form({ name, phone }))]),
      ]),
    );
    expect(await screen.findByText('novidade')).toBeTruthy();
    expect(screen.getByLabelText('Nome')).toBe(field);
    expect(field.value).toBe('Helena D');
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([2, 4]);
    expect(host.reports).toEqual([]);
  });

  it('should keep the input of every field that the new form still has', async () => {
    const user = userEvent.setup();
    const { publish } = renderScreen(screenOf([contact(form({ name, phone }))]));
    await user.type(await screen.findByLabelText('Nome'), 'Helena');
    await user.type(screen.getByLabelText('Telefone'), '11 9');
    publish(screenOf([contact(form({ name, email: { type: 'string', title: 'E-mail' } }))]));
    expect(await screen.findByLabelText('E-mail')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Helena');
    expect(screen.queryByLabelText('Telefone')).toBeNull();
  });

  it('should update a stored form while a person fills it in', async () => {
    const user = userEvent.setup();
    const host = createFakeHost();
    const reply = (definition: object): DefinitionReply => ({
      definition,
      version: 1,
      source: 'tenant',
      publishedVersion: 1,
      faults: [],
    });
    let published: (reply: DefinitionReply) => void = () => undefined;
    const release = vi.fn();
    host.definition = async () => reply(form({ name }));
    host.onDefinition = (_kind, _id, listener) => {
      published = listener;
      return release;
    };
    const view = renderScreen(
      screenOf([{ id: 'contact', type: 'form', props: { form: 'contact', guard: false } }]),
      { host },
    );
    await user.type(await screen.findByLabelText('Nome'), 'Helena');
    act(() => published(reply(form({ phone, name }))));
    expect(await screen.findByLabelText('Telefone')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Helena');
    release.mockClear();
    view.unmount();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('should keep an open dialog with its input, and report the replacement once', async () => {
    const user = userEvent.setup();
    const onDefinitionReplaced = vi.fn();
    const made = (text: string) =>
      screenOf(
        [
          { id: 'open', type: 'button', props: { text: 'Abrir' }, on: { press: [{ open: 'd' }] } },
          { id: 't', type: 'text', props: { text } },
        ],
        {
          dialogs: [
            { id: 'd', type: 'dialog', props: { title: 'Contato' }, children: [contact(form({ name }))] },
          ],
        },
      );
    const { publish } = renderScreen(made('um'), { onDefinitionReplaced });
    await user.click(await screen.findByRole('button', { name: 'Abrir' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText('Nome'), 'Ana');
    publish(made('dois'));
    expect(await screen.findByText('dois')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana');
    expect(onDefinitionReplaced).toHaveBeenCalledTimes(1);
  });

  it('should keep the state, and update title and breadcrumb', async () => {
    const user = userEvent.setup();
    const onTrail = vi.fn();
    const made = (title: string, more: object = {}) => ({
      ...screenOf(
        [
          { id: 'n', type: 'text', props: { text: { $expr: "'n=' & $string(state.n)" } } },
          {
            id: 'add',
            type: 'button',
            props: { text: 'Somar' },
            on: { press: [{ set: { 'state.n': { $expr: 'state.n + 1' } } }] },
          },
        ],
        { state: { n: 1 } },
      ),
      title,
      ...more,
    });
    const { publish } = renderScreen(made('Antes'), { onTrail });
    await user.click(await screen.findByRole('button', { name: 'Somar' }));
    expect(await screen.findByText('n=2')).toBeTruthy();
    publish(made('Depois', { state: { n: 1, m: 5 } }));
    await vi.waitFor(() => expect(onTrail).toHaveBeenLastCalledWith([{ name: 'Depois' }], 'Depois'), {
      timeout: 60_000,
    });
    expect(screen.getByText('n=2')).toBeTruthy();
  });

  it('should keep the children of a node whose expressions are evaluated again', async () => {
    const user = userEvent.setup();
    const made = (visible: string, title: string) =>
      screenOf([
        {
          id: 'section',
          type: 'section',
          visible: { $expr: visible },
          props: { title: { $expr: title } },
          children: [contact(form({ name }))],
        },
      ]);
    const { publish } = renderScreen(made('$length("a") = 1', '$uppercase("um")'));
    const field = await screen.findByLabelText<HTMLInputElement>('Nome');
    await user.type(field, 'Ana');
    publish(made('$length("ab") = 2', '$uppercase("dois")'));
    expect(await screen.findByText('DOIS')).toBeTruthy();
    expect(screen.getByLabelText('Nome')).toBe(field);
    expect(field.value).toBe('Ana');
  });

  it('should contain an invalid node of the new definition', async () => {
    const user = userEvent.setup();
    const { publish } = renderScreen(screenOf([contact(form({ name }))]));
    await user.type(await screen.findByLabelText('Nome'), 'Ana');
    publish(screenOf([{ id: 'odd', type: 'hologram' }, contact(form({ name }))]));
    expect(await screen.findByText('Componente desconhecido')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana');
  });

  it('should open a new screen for another document', async () => {
    const user = userEvent.setup();
    const onDefinitionReplaced = vi.fn();
    const { publish } = renderScreen(screenOf([contact(form({ name }))]), {
      onDefinitionReplaced,
    });
    await user.type(await screen.findByLabelText('Nome'), 'Ana');
    publish({ ...screenOf([contact(form({ name }))]), id: 'others' });
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe(''), {
      timeout: 60_000,
    });
    expect(onDefinitionReplaced).not.toHaveBeenCalled();
  });

  it('should keep the input when the new definition comes without diagnostics', async () => {
    const user = userEvent.setup();
    const { publish } = renderScreen(screenOf([contact(form({ name }))]), { diagnostics: null });
    await user.type(await screen.findByLabelText('Nome'), 'Ana');
    publish(screenOf([{ id: 'hello', type: 'text', props: { text: 'novidade' } }, contact(form({ name }))]));
    expect(await screen.findByText('novidade')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana');
  });
});

describe('a screen whose permissions change under the same definition', () => {
  it('should show what they allow now, in nodes and inside of widgets, and keep what stays', async () => {
    const user = userEvent.setup();
    let isAllowed = false;
    const columns = [
      { field: 'name', title: 'Pessoa' },
      { field: 'login', title: 'Acesso', access: { screen: 'other', verb: 'read' } },
    ];
    const { changePermissions } = renderScreen(
      screenOf(
        [
          { id: 'contact', type: 'form', props: { document: form({ name }), guard: false } },
          { id: 'new', type: 'text', access: { screen: 'other', verb: 'create' }, props: { text: 'novo' } },
          { id: 'list', type: 'table', source: 'users', props: { label: 'Pessoas', columns } },
        ],
        { sources: { users: { get: '/users', rows: 'data', total: 'total' } } },
      ),
      {
        can: () => isAllowed,
        answer: () => ({ data: [{ id: 1, name: 'Ana', login: 'ana' }], total: 1 }),
      },
    );
    const field = await screen.findByLabelText<HTMLInputElement>('Nome');
    await user.type(field, 'Helena');
    expect(await screen.findByText('Pessoa')).toBeTruthy();
    expect([screen.queryByText('novo'), screen.queryByText('Acesso')]).toEqual([null, null]);
    isAllowed = true;
    changePermissions();
    expect(await screen.findByText('novo')).toBeTruthy();
    expect(await screen.findByText('Acesso')).toBeTruthy();
    expect(screen.getByLabelText('Nome')).toBe(field);
    expect(field.value).toBe('Helena');
    isAllowed = false;
    changePermissions();
    expect([screen.queryByText('novo'), screen.queryByText('Acesso')]).toEqual([null, null]);
  });
});
