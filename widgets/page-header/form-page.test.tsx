// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf, stubMedia } from '../../src/engine/react/testing/render.tsx';

let restoreMedia: () => void = () => undefined;
afterEach(() => {
  cleanup();
  restoreMedia();
});

const document = {
  kind: 'form',
  formatVersion: 2,
  id: 'person',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Nome' },
      email: { type: 'string', title: 'E-mail', format: 'email' },
      cpf: { type: 'string', title: 'CPF', format: 'cpf' },
    },
    required: ['name'],
  },
  ui: { sections: [{ id: 'main', fields: ['name', 'email', 'cpf'] }] },
};
const button = (id: string, text: string, props: object = {}, press: unknown[] = []) => ({
  id,
  type: 'button',
  props: { text, ...props },
  on: { press },
});

/** A page of one form, whose record the server counts. */
function openPage() {
  let version = 1;
  let stored = { name: 'Ana', email: 'ana@acme.com.br', cpf: null };
  const host = createFakeHost({
    answer(_path, _query, request) {
      if (request.method === 'put') {
        version += 1;
        stored = { ...stored, ...(request.body as object) };
      }
      return { data: { id: 7, ...stored, version } };
    },
  });
  renderScreen(
    screenOf(
      [
        {
          id: 'header',
          type: 'page-header',
          props: { title: 'Ana', subtitle: 'Desde 2020', back: '/people' },
          children: [
            button('delete', 'Excluir', { danger: true }),
            button('copy', 'Duplicar', {}, [{ navigate: '/copy' }]),
            button('cancel', 'Cancelar', {}, [{ navigate: { to: '/people', back: true } }]),
            button('save', 'Salvar', { primary: true }, [{ submit: 'form' }]),
          ],
        },
        {
          id: 'form',
          type: 'form',
          source: 'person',
          props: { document, value: { $expr: 'data.person.record' }, keep: ['version'] },
          on: {
            submit: [
              { request: { put: '/people/7', body: { $expr: 'event.changes' } } },
              { toast: { success: 'Salvo' } },
              { refresh: 'person' },
            ],
          },
        },
      ],
      { sources: { person: { get: '/people/7', record: 'data' } } },
    ),
    { host },
  );
  return host;
}

const field = (name: string) => screen.findByRole('textbox', { name });

describe('the header of a form', () => {
  it('keeps one primary and one secondary button in sight, and what destroys under the menu', async () => {
    const host = openPage();
    await field('Nome');
    await screen.findByRole('button', { name: 'Mais ações' });
    const names = screen.getAllByRole('button').map((one) => one.textContent || one.ariaLabel);
    expect(
      names.filter((name) => ['Excluir', 'Duplicar', 'Cancelar', 'Salvar'].includes(name ?? '')),
    ).toEqual(['Cancelar', 'Salvar']);
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Duplicar', 'Excluir']);
    await userEvent.click(entries[0]!);
    await waitFor(() => expect(host.navigations).toEqual(['/copy']));
  });

  it('counts unsaved changes and invalid fields in the place of the meta, and leads to the first', async () => {
    openPage();
    const email = await field('E-mail');
    await screen.findByText('Desde 2020');
    await userEvent.clear(email);
    await userEvent.type(email, 'ana@');
    await screen.findByText('1 alteração não salva');
    expect(screen.queryByText('Desde 2020')).toBeNull();
    await userEvent.type(await field('CPF'), '11111111111');
    await userEvent.tab();
    await screen.findByText('2 alterações não salvas');
    await userEvent.click(await screen.findByRole('button', { name: '2 campos a corrigir' }));
    expect(globalThis.document.activeElement).toBe(email);
    await userEvent.clear(email);
    await userEvent.type(email, 'ana@acme.com.br');
    await screen.findByRole('button', { name: '1 campo a corrigir' });
    await screen.findByText('1 alteração não salva');
  });

  it('saves with Ctrl+S, stays, says it once, and saves again over the version that it made', async () => {
    const host = openPage();
    await userEvent.type(await field('Nome'), ' Souza');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(host.toasts).toHaveLength(1));
    expect(host.navigations).toEqual([]);
    await waitFor(() => expect(screen.queryByText(/não salva/)).toBeNull());
    // Also where no field has the focus.
    await userEvent.type(await field('Nome'), ' Lima');
    (globalThis.document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(host.toasts).toHaveLength(2));
    const sent = host.requests.filter(({ method }) => method === 'put').map(({ body }) => body);
    expect(sent).toEqual([
      { name: 'Ana Souza', version: 1 },
      { name: 'Ana Souza Lima', version: 2 },
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts the changes of a form inside a card on phones too', async () => {
    restoreMedia = stubMedia((query) => query.includes('max-width'));
    renderScreen(
      screenOf([
        { id: 'header', type: 'page-header', props: { title: 'Ana' } },
        {
          id: 'card',
          type: 'section',
          props: { title: 'Dados', card: true },
          children: [{ id: 'form', type: 'form', props: { document, value: { name: 'Ana' } } }],
        },
      ]),
    );
    await userEvent.type(await field('Nome'), ' Souza');
    expect(await screen.findByText('1 não salva')).toBeTruthy();
  });

  it('says nothing of changes over a dashboard whose form only shows a record, on phones too', async () => {
    restoreMedia = stubMedia((query) => query.includes('max-width'));
    const form = { id: 'form', type: 'form', props: { document, value: { name: 'Ana' }, readOnly: true } };
    const nodes = [{ id: 'header', type: 'page-header', props: { title: 'Pessoas' } }, form];
    renderScreen(screenOf(nodes));
    expect(await screen.findByText('Sem alterações')).toBeTruthy();
    cleanup();
    renderScreen(screenOf(nodes, { kind: 'dashboard' }));
    expect(await screen.findByText('Ana')).toBeTruthy();
    expect(screen.queryByText('Sem alterações')).toBeNull();
  });

  it('offers to bring discarded changes back until the page is left', async () => {
    restoreMedia = stubMedia((query) => query.includes('max-width'));
    const host = openPage();
    await userEvent.type(await field('Nome'), ' Souza');
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Descartar alterações' }));
    const [offer] = host.toasts;
    expect(offer?.text).toBe('Alterações descartadas.');
    const ended = vi.fn();
    void offer?.until?.then(ended);
    offer?.undo?.();
    await waitFor(() => expect(field('Nome')).resolves.toHaveProperty('value', 'Ana Souza'));
    expect(ended).not.toHaveBeenCalled();
    cleanup();
    await waitFor(() => expect(ended).toHaveBeenCalled());
  });
});
