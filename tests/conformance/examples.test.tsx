// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import common from '../../locales/pt/common.json' with { type: 'json' };
import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { ExampleServer, exampleScreen, withExamples } from '../../src/engine/react/testing/examples.ts';
import { createFakeHost, failure } from '../../src/engine/react/testing/host.ts';
import { renderScreen } from '../../src/engine/react/testing/render.tsx';

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// jsdom has none, and alerts measure themselves.
beforeEach(() => void vi.stubGlobal('ResizeObserver', NoObserver));

/** A text that all screens share, which the fake host does not have. */
function sharedText(key: string): string | null {
  const text = valueAt(common, key.split('.'));
  return typeof text === 'string' ? text : null;
}

/** Opens a screen of docs/examples.md over records in memory. */
function open(id: string, lists: Record<string, JsonObject[]>, params: Record<string, string> = {}) {
  const server = new ExampleServer(lists);
  const host = withExamples(
    createFakeHost({
      answer: (path, query, request) =>
        server.answer(path, query, request.method, 'body' in request ? request.body : undefined),
    }),
  );
  const { translate } = host;
  host.translate = (key, values) => translate(key, values) ?? sharedText(key);
  renderScreen(exampleScreen(id), { host, params });
  return host;
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLTableRowElement;
/** At once: a button that appears may be drawn anew, and lose a press that takes several tasks, while code arrives. */
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the tickets', () => {
  const ticket = (id: number, title: string, status: string, priority = 'normal') => ({
    id,
    title,
    status,
    priority,
    version: 1,
    assignee: null,
    createdAt: `2026-11-0${id}T12:00:00Z`,
  });
  const tickets = () =>
    open('ticket-list', {
      '/adm/v2/ent/ticket': [
        ticket(1, 'Impressora parada', 'open'),
        ticket(2, 'Sem rede', 'waiting'),
        ticket(3, 'Senha expirada', 'open', 'urgent'),
        ticket(4, 'Monitor novo', 'closed'),
      ],
      '/adm/v2/sec/user': [{ id: 7, name: 'Paulo Reis', isActive: 'Y' }],
    });

  it('are closed together, at once, and get back the status that each had', async () => {
    const host = tickets();
    await rowOf('Sem rede');
    expect(host.loads[0]).toContain('status=open&status=waiting');
    expect(screen.queryByText('Monitor novo')).toBeNull();
    for (const name of ['Impressora parada', 'Sem rede', 'Senha expirada'])
      fireEvent.click(screen.getByRole('checkbox', { name: `Selecionar ${name}` }));
    const { run } = host;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    host.run = async (request) => {
      await held;
      return run(request);
    };
    await press('Fechar');
    // Before the server has answered.
    await waitFor(() => {
      expect(host.toasts).toEqual([]);
      expect(screen.getAllByText('Fechado')).toHaveLength(3);
    });
    expect(host.requests).toEqual([]);
    release();
    await waitFor(() => expect(host.toasts.map(({ text }) => text)).toEqual(['Chamados fechados: 3']));
    const changes = () =>
      host.requests.map(({ address, ...more }) => [address, 'body' in more ? more.body : null]);
    expect(changes()).toEqual(
      [1, 2, 3].map((id) => [`/adm/v2/ent/ticket/${id}`, { status: 'closed', version: 1 }]),
    );
    await waitFor(() => expect(screen.queryByText('Sem rede')).toBeNull());

    host.requests.length = 0;
    host.toasts[0]!.undo!();
    expect(within(await rowOf('Sem rede')).getByText('Aguardando')).toBeTruthy();
    expect(within(await rowOf('Senha expirada')).getByText('Aberto')).toBeTruthy();
    expect(changes()).toEqual([
      ['/adm/v2/ent/ticket/3', { status: 'open', version: 2 }],
      ['/adm/v2/ent/ticket/2', { status: 'waiting', version: 2 }],
      ['/adm/v2/ent/ticket/1', { status: 'open', version: 2 }],
    ]);
  });

  it('keep a filter per person, set it again, and take it back after its removal', async () => {
    const host = tickets();
    await rowOf('Sem rede');
    expect(screen.queryByRole('list', { name: 'Filtros guardados' })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Status' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Aguardando' }));
    await userEvent.keyboard('{Escape}');
    await press('Aplicar');
    await waitFor(() => expect(screen.queryByText('Sem rede')).toBeNull());

    await press('Guardar filtro');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(await within(dialog).findByLabelText(/Nome/), 'Só abertos');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    const kept = await screen.findByRole('list', { name: 'Filtros guardados' });
    const value = [{ name: 'Só abertos', filters: { status: ['open'] } }];
    expect(host.requests).toEqual([
      { method: 'put', address: '/adm/v2/sec/me/preferences/ticket-filters', body: { value } },
    ]);

    await press(/Limpar/);
    await rowOf('Sem rede');
    await userEvent.click(within(kept).getByRole('button', { name: 'Só abertos' }));
    await waitFor(() => expect(screen.queryByText('Sem rede')).toBeNull());
    await press('Remover Só abertos');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filtros guardados' })).toBeNull());
    expect(host.requests[1]).toMatchObject({ body: { value: [] } });
    host.toasts.at(-1)!.undo!();
    await screen.findByRole('list', { name: 'Filtros guardados' });
    expect(host.requests[2]).toMatchObject({ body: { value } });
  });

  it('are assigned in a dialog that names the selected ones', async () => {
    const host = tickets();
    await rowOf('Sem rede');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Sem rede' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Senha expirada' }));
    await press('Atribuir');
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Senha expirada');
    // The dialog is hidden from assistive tools for a moment while the focus moves into it.
    const assign = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Atribuir' });
    expect(assign.disabled).toBe(true);
    await userEvent.click(await within(dialog).findByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: /Paulo/ }));
    await userEvent.click(assign);
    await waitFor(() => expect(host.toasts.map(({ text }) => text)).toEqual(['Chamados atribuídos']));
    expect(host.requests).toEqual(
      [2, 3].map((id) => ({
        method: 'put',
        address: `/adm/v2/ent/ticket/${id}`,
        body: { assigneeId: 7, version: 1 },
      })),
    );
  });
});

describe('the orders', () => {
  /** Label of a cell; that of a required field has a mark. */
  const cell = (field: string, line: number) => new RegExp(`^${field}, Linha ${line}\\W*$`);
  const output = (label: string | RegExp) => screen.getByLabelText(label).textContent;
  const stored = {
    id: 5,
    version: 3,
    customer: 'Acme',
    date: '2026-11-20',
    lines: [{ product: 'Mesa', quantity: 2, price: 150.5, total: 301 }],
    discount: 1,
    total: 300,
  };

  it('total their lines while a person types, and are sent with the totals', async () => {
    const host = open('order-create', { '/adm/v2/order': [] });
    await userEvent.type(await screen.findByLabelText(/Cliente/), 'Acme');
    await userEvent.type(await screen.findByLabelText(cell('Produto', 1)), 'Mesa');
    await userEvent.type(screen.getByLabelText(cell('Preço', 1)), '150,5');
    await userEvent.clear(screen.getByLabelText(cell('Quantidade', 1)));
    await userEvent.type(screen.getByLabelText(cell('Quantidade', 1)), '4');
    await waitFor(() => expect(output(cell('Total', 1))).toMatch(/R\$\s602,00/));
    await userEvent.click(screen.getByRole('button', { name: /Adicionar/ }));
    await userEvent.type(screen.getByLabelText(cell('Produto', 2)), 'Cadeira');
    await userEvent.type(screen.getByLabelText(cell('Quantidade', 2)), '10');
    expect([output(cell('Total', 2)), output('Total')]).toEqual(['–', expect.stringMatching(/602,00/)]);
    await userEvent.type(screen.getByLabelText(cell('Preço', 2)), '80');
    await waitFor(() => expect(output('Total')).toMatch(/R\$\s1\.402,00/));
    await userEvent.type(screen.getByLabelText('Desconto'), '2');
    await waitFor(() => expect(output('Total')).toMatch(/R\$\s1\.400,00/));
    await press('Salvar');
    await waitFor(() => expect(host.navigations).toEqual(['/order']));
    expect(host.requests).toEqual([
      {
        method: 'post',
        address: '/adm/v2/order',
        body: {
          customer: 'Acme',
          lines: [
            { product: 'Mesa', quantity: 4, price: 150.5, total: 602 },
            { product: 'Cadeira', quantity: 10, price: 80, total: 800 },
          ],
          discount: 2,
          total: 1400,
        },
      },
    ]);
  });

  it('refuse a discount that exceeds the lines', async () => {
    const host = open('order-edit', { '/adm/v2/order': [stored] }, { id: '5' });
    const discount = await screen.findByLabelText('Desconto');
    await userEvent.clear(discount);
    await userEvent.type(discount, '302');
    await press('Salvar');
    await screen.findByText('O desconto não pode ser maior que os itens');
    expect(host.requests).toEqual([]);
    await userEvent.clear(discount);
    await press('Salvar');
    await waitFor(() => expect(host.requests).toHaveLength(1));
    expect(host.requests[0]).toMatchObject({
      method: 'put',
      address: '/adm/v2/order/5',
      body: { discount: null, total: 301, version: 3 },
    });
  });

  it('are listed with their sum, and show their lines', async () => {
    const host = open('order', {
      '/adm/v2/order': [stored, { ...stored, id: 6, customer: 'Beta', total: 50.5 }],
    });
    await rowOf('Beta');
    expect(host.loads).toEqual(['/adm/v2/order?page=1&perPage=50&order=date_desc']);
    expect(screen.getByText('350,50')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Detalhes de Acme' }));
    await screen.findByText('2 × Mesa');
    await press('Novo pedido');
    expect(host.navigations).toEqual(['/order/create']);
  });
});

describe('the checklist', () => {
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  const fractions = () => screen.getAllByRole('progressbar').map((one) => one.getAttribute('aria-valuetext'));
  const address = '/adm/v2/sec/me/preferences/onboarding';

  it('stores each tick for the person and shows the progress of each part', async () => {
    const host = open('onboarding', {});
    await userEvent.click(await box('Entrar no e-mail'));
    await userEvent.click(await box('Conhecer a equipe'));
    await waitFor(() => expect(fractions()).toEqual(['2 / 5', '1 / 2', '1 / 3']));
    expect(host.requests).toEqual([
      { method: 'put', address, body: { value: { day: ['mail'] } } },
      { method: 'put', address, body: { value: { day: ['mail'], week: ['team'] } } },
    ]);
    await userEvent.click(await box('Entrar no e-mail'));
    await waitFor(() => expect(fractions()).toEqual(['1 / 5', '0 / 2', '1 / 3']));
    for (const name of [
      'Entrar no e-mail',
      'Retirar o crachá',
      'Fazer o curso de segurança',
      'Combinar as metas',
    ])
      await userEvent.click(await box(name));
    await screen.findByText('Tudo pronto. Boas-vindas!');
    expect(host.requests.at(-1)).toEqual({
      method: 'put',
      address,
      body: { value: { day: ['mail', 'badge'], week: ['team', 'safety', 'goals'] } },
    });
  });

  it('loses no tick that is made while an earlier one is being stored', async () => {
    const host = open('onboarding', {});
    const { run } = host;
    let release = (): void => undefined;
    host.run = async (request) => {
      await new Promise<void>((resolve) => (release = resolve));
      return run(request);
    };
    for (const name of ['Entrar no e-mail', 'Retirar o crachá', 'Conhecer a equipe'])
      await userEvent.click(await box(name));
    await waitFor(() => {
      // Of the request that waits now: the last one may begin after the last tick is displayed.
      release();
      expect(fractions()).toEqual(['3 / 5', '2 / 2', '1 / 3']);
      expect(host.requests.at(-1)).toMatchObject({
        body: { value: { day: ['mail', 'badge'], week: ['team'] } },
      });
    });
  });

  it('shows what is stored when a tick is refused', async () => {
    const host = open('onboarding', {});
    host.run = () => Promise.reject(failure(503, 'Sem conexão'));
    const mail = await box('Entrar no e-mail');
    await userEvent.click(mail);
    await waitFor(() => expect(host.toasts.map(({ text }) => text)).toEqual(['Sem conexão']));
    await waitFor(async () => expect((await box('Entrar no e-mail')).checked).toBe(false));
    expect(fractions()).toEqual(['0 / 5', '0 / 2', '0 / 3']);
  });
});
