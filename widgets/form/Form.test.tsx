// @vitest-environment jsdom
import { interpolation, numbersInTexts } from '../../src/contracts/interpolation.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import formsPt from '../../locales/pt/forms.json' with { type: 'json' };
import commonPt from '../../locales/pt/common.json' with { type: 'json' };
import screensPt from '../../locales/pt/screens.json' with { type: 'json' };
import widgetsPt from '../../locales/pt/widgets.json' with { type: 'json' };
import resetForm from '../../screens/admin/user-reset.form.json' with { type: 'json' };
import userForm from '../../screens/admin/user.form.json' with { type: 'json' };
import type { JsonObject } from '../../src/contracts/json.ts';
import { counters } from '../../src/engine/core/index.ts';
import type { FormDocument } from '../../src/engine/core/index.ts';
import { createFakeHost, failure, type FakeHostOptions } from '../../src/engine/react/testing/host.ts';
import { leaveStrictMode, renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const texts = i18next.createInstance().use(numbersInTexts);
void texts.init({
  initAsync: false,
  lng: 'pt',
  interpolation,
  resources: { pt: { translation: { ...formsPt, ...commonPt, ...screensPt, ...widgetsPt } } },
});

const documents: Record<string, unknown> = { user: userForm, 'user-reset': resetForm };

interface Opened {
  guards: (() => boolean)[];
}

/** A screen with one form and a save button, over the real engine; `answer` plays the server. */
function open(
  props: JsonObject,
  options: FakeHostOptions & { rest?: JsonObject; verb?: 'post' | 'put' } = {},
) {
  const { rest = {}, verb = 'post', ...hostOptions } = options;
  const guards: Opened['guards'] = [];
  const host = Object.assign(createFakeHost(hostOptions), {
    translate: (key: string, values?: Record<string, unknown>) =>
      texts.exists(key, { ...values }) ? texts.t(key, { ...values }) : null,
    definition: async (_kind: string, id: string) => {
      if (!Object.hasOwn(documents, id)) throw failure(500, 'Sem conexão');
      return { definition: documents[id], version: 0, source: 'bundled' as const, publishedVersion: 0 };
    },
    guard: (isDirty: () => boolean) => {
      guards.push(isDirty);
      return () => guards.splice(guards.indexOf(isDirty), 1);
    },
    seal: async (text: string) => `sealed(${text})`,
  });
  const body = { $expr: verb === 'post' ? 'event.values' : 'event.changes' };
  const view = renderScreen(
    screenOf(
      [
        { id: 'save', type: 'button', props: { text: 'Salvar' }, on: { press: [{ submit: 'f' }] } },
        {
          id: 'f',
          type: 'form',
          props: { status: 'state.form', ...props },
          on: { submit: [{ request: { [verb]: '/adm/v2/sec/user', body } }, { navigate: '/done' }] },
        },
      ],
      { state: { form: { changes: 0 } }, ...rest },
    ),
    { host },
  );
  return { ...view, host, guards };
}

function inline(schema: JsonObject, more: Partial<FormDocument> = {}): JsonObject {
  const fields = Object.keys((schema['properties'] ?? {}) as object);
  return {
    document: {
      kind: 'form',
      formatVersion: 2,
      id: 'inline',
      schema: { type: 'object', ...schema },
      ui: { sections: [{ id: 'all', fields }] },
      ...more,
    } as unknown as JsonObject,
  };
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
const stored = {
  id: 7,
  name: 'Ana Souza',
  email: 'ana@acme.com.br',
  cpf: null,
  dateBirth: '1990-05-20',
  uoId: null,
  uo: null,
  managerId: 3,
  manager: { id: 3, name: 'Bruno Lima' },
  delegateto: null,
  delegate: null,
  login: 'ana',
  havePassword: true,
  isUser: 'Y',
  isActive: 'Y',
  version: 4,
};

describe('creating', () => {
  it('shows a missing value at its field, moves the focus there, and sends nothing', async () => {
    const { host } = open({ form: 'user' });
    const name = await screen.findByLabelText(/^Nome/);
    await save();
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(name);
    const note = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Campo Obrigatório');
    // Said once, in a toast: no banner above the fields repeats what they say.
    expect(host.toasts).toEqual([
      { kind: 'error', text: 'Os seguintes campos não podem ser vazios: Nome, E-mail' },
    ]);
    expect(screen.queryByText(/Os seguintes campos/)).toBeNull();
    expect(screen.getByText('2 campos precisam de atenção.').getAttribute('role')).toBe('status');
    expect(host.requests).toEqual([]);
  });

  it('shows login and passwords only for users of the system, and sends sealed passwords', async () => {
    const { host } = open({ form: 'user' });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(/^Nome/), 'Ana Souza');
    await user.type(screen.getByLabelText(/^E-mail/), 'ana@acme.com.br');
    await user.type(screen.getByLabelText('CPF'), '52998224725');
    await user.type(screen.getByLabelText('Data de nascimento'), '2051990');
    expect(screen.queryByLabelText(/^Login/)).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'É usuário do sistema' }));
    await user.type(await screen.findByLabelText(/^Login/), 'ana');
    await user.type(screen.getByLabelText(/^Senha/), 'segredo-1');
    await user.type(screen.getByLabelText(/^Confirmar senha/), 'segredo-2');
    await save();
    expect(await screen.findByText('A confirmação deve ser igual à senha.')).toBeTruthy();
    expect(host.requests).toEqual([]);

    await user.clear(screen.getByLabelText(/^Confirmar senha/));
    await user.type(screen.getByLabelText(/^Confirmar senha/), 'segredo-1');
    await user.clear(screen.getByLabelText('Data de nascimento'));
    await user.type(screen.getByLabelText('Data de nascimento'), '20051990');
    await save();
    await waitFor(() => expect(host.requests).toHaveLength(1));
    expect(host.requests[0]?.body).toEqual({
      name: 'Ana Souza',
      email: 'ana@acme.com.br',
      cpf: '52998224725',
      dateBirth: '1990-05-20',
      isUser: 'Y',
      login: 'ana',
      authType: 'local',
      password: 'sealed(segredo-1)',
      confirm_password: 'sealed(segredo-1)',
    });
    expect(host.navigations).toEqual(['/done']);
  });

  it('keeps an invalid date as typed, and reports it when the field is left', async () => {
    open({ form: 'user' });
    const date = (await screen.findByLabelText('Data de nascimento')) as HTMLInputElement;
    await userEvent.type(date, '31022020');
    await userEvent.tab();
    expect(date.value).toBe('31/02/2020');
    expect(date.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(date);
    await userEvent.type(date, '28022020');
    expect(date.getAttribute('aria-invalid')).toBeNull();
  });

  it('generates a password, shows it, and fills its confirmation', async () => {
    const { host } = open({ form: 'user', value: { isUser: 'Y' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Gerar senha' }));
    const password = screen.getByLabelText(/^Senha/) as HTMLInputElement;
    expect(password.type).toBe('text');
    expect(password.value).toHaveLength(16);
    expect((screen.getByLabelText(/^Confirmar senha/) as HTMLInputElement).value).toBe(password.value);
    expect(host.requests).toEqual([]);
    // Nobody could sign in with it yet.
    expect(screen.queryByRole('button', { name: /Copiar/ })).toBeNull();
  });

  it('offers a generated password for copying once it is saved', async () => {
    const { host } = open(
      { form: 'user', value: { isUser: 'Y', name: 'Ana', email: 'ana@acme.com.br', login: 'ana' } },
      { confirm: true },
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Gerar senha' }));
    const { value } = screen.getByLabelText<HTMLInputElement>(/^Senha/);
    expect(host.questions).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(host.navigations).toEqual(['/done']));
    await waitFor(() =>
      expect(host.questions).toMatchObject([
        { title: 'A senha gerada já vale', text: value, persistent: true },
      ]),
    );
    expect(await navigator.clipboard.readText()).toBe(value);
    await waitFor(() => expect(host.toasts).toEqual([{ kind: 'success', text: 'Senha copiada.' }]));
  });

  it('offers no password that was typed, or edited after it was generated', async () => {
    const { host } = open({
      form: 'user',
      value: { isUser: 'Y', name: 'Ana', email: 'ana@acme.com.br', login: 'ana' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Gerar senha' }));
    for (const label of [/^Senha/, /^Confirmar senha/])
      await userEvent.type(screen.getByLabelText(label), 'x');
    await save();
    await waitFor(() => expect(host.navigations).toEqual(['/done']));
    expect(host.questions).toEqual([]);
  });
});

describe('editing', () => {
  const edit = (options: FakeHostOptions & { rest?: JsonObject } = {}) =>
    open({ form: 'user', value: stored, keep: ['version'] }, { verb: 'put', ...options });

  it('sends changed fields and those that `keep` names, an emptied field as null', async () => {
    const { host, guards } = edit();
    const name = await screen.findByLabelText(/^Nome/);
    await waitFor(() => expect(guards.map((isDirty) => isDirty())).toEqual([false]));
    await userEvent.type(name, ' Lima');
    await userEvent.clear(screen.getByLabelText('Data de nascimento'));
    await waitFor(() => expect(guards.map((isDirty) => isDirty())).toEqual([true]));
    await save();
    await waitFor(() => expect(host.requests).toHaveLength(1));
    expect(host.requests[0]?.body).toEqual({ name: 'Ana Souza Lima', dateBirth: null, version: 4 });
    await waitFor(() => expect(guards.map((isDirty) => isDirty())).toEqual([false]));
  });

  it('sends nothing when nothing was changed, and says so', async () => {
    const { host } = edit();
    await screen.findByLabelText(/^Nome/);
    await save();
    await waitFor(() => expect(host.toasts).toEqual([{ kind: 'info', text: 'Nenhum campo foi alterado!' }]));
    expect(host.requests).toEqual([]);
  });

  it('shows errors of the server at their fields, and those without a field at the end', async () => {
    const errors = [
      { path: '/login', message: 'Este usuário para login já esta em uso!' },
      { path: '/quota', message: 'A licença está cheia.' },
    ];
    const { host } = edit({
      answer: () => {
        throw { ...failure(409, 'Conflito', 'ALREADY_EXISTS'), errors };
      },
    });
    const login = await screen.findByLabelText(/^Login/);
    await userEvent.type(login, '2');
    await save();
    await waitFor(() => expect(login.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(login);
    expect(host.toasts).toEqual([{ kind: 'error', text: 'A licença está cheia.' }]);
    await userEvent.type(login, '3');
    expect(login.getAttribute('aria-invalid')).toBeNull();
    // Nothing else says why the form is still invalid.
    expect(screen.getByText('A licença está cheia.')).toBeTruthy();
  });

  it('says which routes a publisher may not call, and what to do, in the words of the server', async () => {
    const errors = [
      { path: '/body/1/on/press/0/request/delete', message: 'Você não pode chamar DELETE /x.' },
    ];
    const { host } = edit({
      answer: () => {
        throw { ...failure(403, 'Peça a quem pode que publique.', 'ROUTES_NOT_ALLOWED'), errors };
      },
    });
    await userEvent.type(await screen.findByLabelText(/^Nome/), '2');
    await save();
    await screen.findByText('Peça a quem pode que publique.');
    expect(screen.queryByText('Você não pode chamar DELETE /x.')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Peça a quem pode que publique.');
    // Said once, where it is.
    expect(host.toasts).toEqual([]);
  });

  it('reports a conflict, and keeps the input on top of the newer version', async () => {
    const theirs = { ...stored, name: 'Ana S. Prado', email: 'ana.prado@acme.com.br', version: 5 };
    const bodies: unknown[] = [];
    const { host } = edit({
      answer: (_path, _query, request) => {
        bodies.push(request.body);
        if (bodies.length === 1) throw { ...failure(409, 'Mudou', 'VERSION_CONFLICT'), data: theirs };
        return { success: true, data: theirs };
      },
    });
    const name = (await screen.findByLabelText(/^Nome/)) as HTMLInputElement;
    await userEvent.type(name, ' Lima');
    await save();
    const bar = await screen.findByText('Nome: o seu “Ana Souza Lima”, o salvo “Ana S. Prado”');
    expect(bar).toBeTruthy();
    expect(name.value).toBe('Ana Souza Lima');
    // Saving again without an answer says what is missing, and leads to it.
    await save();
    await waitFor(() =>
      expect(host.toasts).toEqual([{ kind: 'warning', text: 'Escolha antes qual versão fica.' }]),
    );
    expect(document.activeElement?.textContent).toBe('Manter o meu texto');
    await userEvent.click(screen.getByRole('button', { name: 'Manter o meu texto' }));
    expect(name.value).toBe('Ana Souza Lima');
    expect((screen.getByLabelText(/^E-mail/) as HTMLInputElement).value).toBe('ana.prado@acme.com.br');
    await save();
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toEqual({ name: 'Ana Souza Lima', version: 5 });
    expect(host.navigations).toEqual(['/done']);
  });

  it('takes the newer version when the person chooses it', async () => {
    const theirs = { ...stored, name: 'Ana S. Prado', version: 5 };
    edit({
      answer: () => {
        throw { ...failure(409, 'Mudou', 'VERSION_CONFLICT'), data: theirs };
      },
    });
    const name = (await screen.findByLabelText(/^Nome/)) as HTMLInputElement;
    await userEvent.type(name, ' Lima');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Usar a versão atual' }));
    expect(name.value).toBe('Ana S. Prado');
    expect(screen.queryByRole('button', { name: 'Manter o meu texto' })).toBeNull();
  });

  it('reports that the record was deleted meanwhile, keeps the input, and links back', async () => {
    const { host } = edit({
      rest: { breadcrumb: [{ name: 'Usuários', link: '/admin-user' }, { name: 'Editar' }] },
      answer: () => {
        throw failure(404, 'Registro não encontrado.', 'NOT_FOUND');
      },
    });
    const name = (await screen.findByLabelText(/^Nome/)) as HTMLInputElement;
    await userEvent.type(name, ' Lima');
    await save();
    expect(await screen.findByText('Este registro não existe mais')).toBeTruthy();
    expect(name.value).toBe('Ana Souza Lima');
    expect(host.toasts).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Voltar para Usuários' }));
    expect(host.navigations).toEqual(['/admin-user']);
  });

  it('trims a line of text when its field is left', async () => {
    const { host } = edit();
    const name = (await screen.findByLabelText(/^Nome/)) as HTMLInputElement;
    await userEvent.type(name, '  ');
    await userEvent.tab();
    expect(name.value).toBe('Ana Souza');
    await userEvent.type(name, ' Lima {Enter}');
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana Souza Lima', version: 4 }));
    expect(name.value).toBe('Ana Souza Lima');
  });

  it('searches options by the typed text, after the record named the current one', async () => {
    const { host } = edit({
      answer: (path, query) => {
        if (path !== '/adm/v2/dd/sec/user') return { success: true };
        const rows = [
          { id: 3, name: 'Bruno Lima' },
          { id: 9, name: 'Carla Dias' },
        ].filter((row) => row.name.toLowerCase().includes((query.get('name') ?? '').toLowerCase()));
        return { data: { rows } };
      },
    });
    const manager = (await screen.findByRole('combobox', { name: 'Gestor' })) as HTMLInputElement;
    expect(manager.value).toBe('Bruno Lima');
    expect(host.loads).toEqual([]);
    await userEvent.click(manager);
    await screen.findByRole('option', { name: 'Carla Dias' });
    await userEvent.clear(manager);
    await userEvent.type(manager, 'zzz');
    expect(await screen.findByText('Nenhum resultado encontrado')).toBeTruthy();
    await userEvent.clear(manager);
    await userEvent.type(manager, 'car');
    await userEvent.click(await screen.findByRole('option', { name: 'Carla Dias' }));
    expect(manager.value).toBe('Carla Dias');
    await save();
    await waitFor(() => expect(host.requests).toHaveLength(1));
    expect(host.requests[0]?.body).toEqual({ managerId: 9, version: 4 });
  });

  it('says that typing finds more options when the server did not send all', async () => {
    const rows = [{ id: 3, name: 'Bruno Lima' }];
    edit({ answer: (_, query) => ({ data: { rows, totalRows: query.has('name') ? 1 : 80 } }) });
    const manager = await screen.findByRole('combobox', { name: 'Gestor' });
    await userEvent.click(manager);
    const hint = await screen.findByText('Digite para ver mais');
    expect(hint.closest('[role=option]')).toBeNull();
    await userEvent.type(manager, 'bru');
    await waitFor(() => expect(screen.queryByText('Digite para ver mais')).toBeNull());
    expect(await screen.findByRole('option', { name: 'Bruno Lima' })).toBeTruthy();
    expect(screen.queryByText('Digite para ver mais')).toBeNull();
  });

  it('shows values only in a read-only form', async () => {
    const { guards } = open({ form: 'user', value: stored, readOnly: true });
    const value = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;
    await screen.findByText('Nome');
    expect(value('Nome')).toBe(stored.name);
    expect(value('Gestor')).toBe('Bruno Lima');
    expect(value('Substituto responsável')).toBe('–');
    expect(value('É usuário do sistema')).toBe('Sim');
    const form = globalThis.document.querySelector('form#f') as HTMLElement;
    expect(form.querySelector('input, select, textarea, [role=combobox], [role=switch]')).toBeNull();
    expect(form.textContent).not.toContain('**');
    expect(form.textContent).not.toContain('Letras sem acento');
    expect(guards).toEqual([]);
  });
});

it('takes its texts from its own strings, then from those of the screen, then from locales/', async () => {
  const schema = {
    type: 'object',
    properties: {
      own: { type: 'string', title: '$own' },
      around: { type: 'string', title: '$around' },
      shared: { type: 'string', title: '$fields.name' },
    },
  };
  const props = inline(schema, { strings: { pt: { own: 'Do formulário' } } });
  open(props, { rest: { strings: { pt: { own: 'Da tela', around: 'Ao redor' } } } });
  const names = (await screen.findAllByRole('textbox')).map(
    (box) => box.getAttribute('aria-label') ?? box.id,
  );
  expect(names).toHaveLength(3);
  for (const name of ['Do formulário', 'Ao redor', 'Nome']) expect(screen.getByLabelText(name)).toBeTruthy();
});

it('writes the person and the company into its own texts', async () => {
  const schema = { type: 'object', properties: { at: { type: 'string', title: '$at' } } };
  open(inline(schema, { strings: { pt: { at: 'Em ({{tenant.timeZone}})' } } }));
  expect(await screen.findByLabelText('Em (America/Sao_Paulo)')).toBeTruthy();
});

describe('the form itself', () => {
  it('renders one field for a key pressed in it, however many there are', async () => {
    leaveStrictMode();
    const properties: JsonObject = {};
    for (let at = 0; at < 60; at++) properties[`field${at}`] = { type: 'string', title: `Campo ${at}` };
    open(inline({ properties, required: ['field3'] }));
    const field = await screen.findByLabelText('Campo 30');
    const before = { ...counters.renders };
    await userEvent.type(field, 'abc');
    const rendered = Object.entries(counters.renders).filter(([id, count]) => count !== (before[id] ?? 0));
    const fields = rendered.filter(([id]) => id.startsWith('field:'));
    expect(fields.map(([id, count]) => [id, count - (before[id] ?? 0)])).toEqual([['field:field30', 3]]);
  });

  it('can be loaded again after its document failed to load', async () => {
    delete documents['unavailable'];
    open({ form: 'unavailable' });
    expect(await screen.findByText('Não foi possível carregar o formulário.')).toBeTruthy();
    documents['unavailable'] = resetForm;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByLabelText(/^Senha/)).toBeTruthy();
  });

  it('shows the diagnostics of its document instead of the form', async () => {
    open(inline({ properties: { a: { type: 'string' } } }, { checks: [{ use: 'nobody' }] }));
    expect(await screen.findByText(/tem um erro na definição/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy();
  });

  it('ignores a pattern that is not supported, and reports it with its path', async () => {
    open(inline({ properties: { a: { type: 'string', title: 'A', pattern: '(a+)\\1' } } }));
    expect(await screen.findByText('/schema/properties/a/pattern')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('A'), 'x');
  });

  it('renders lists and nested objects with their errors inside', async () => {
    const { host } = open(
      inline({
        properties: {
          phones: {
            type: 'array',
            title: 'Telefones',
            items: {
              type: 'object',
              properties: { number: { type: 'string', title: 'Número', pattern: '^\\d{8,11}$' } },
              required: ['number'],
            },
          },
        },
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar: Telefones' }));
    const number = await screen.findByLabelText(/^Número/);
    await userEvent.type(number, '12');
    await save();
    expect(await screen.findByText('Formato inválido. Confira o que foi digitado.')).toBeTruthy();
    expect(document.activeElement).toBe(number);
    await userEvent.type(number, '345678');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ phones: [{ number: '12345678' }] }));
  });

  it('publishes its status, and takes a reset', async () => {
    open(
      {
        ...inline({ properties: { name: { type: 'string', title: 'Nome' } } }),
        value: { id: 1, name: 'Ana' },
      },
      {
        rest: {
          body: [
            { id: 'count', type: 'text', props: { text: { $expr: '$string(state.form.changes)' } } },
            { id: 'undo', type: 'button', props: { text: 'Desfazer' }, on: { press: [{ reset: 'f' }] } },
            {
              id: 'f',
              type: 'form',
              props: {
                status: 'state.form',
                ...inline({ properties: { name: { type: 'string', title: 'Nome' } } }),
                value: { id: 1, name: 'Ana' },
              },
            },
          ],
        } as unknown as JsonObject,
      },
    );
    const name = (await screen.findByLabelText('Nome')) as HTMLInputElement;
    await userEvent.type(name, 'b');
    await screen.findByText('1');
    await userEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(name.value).toBe('Ana');
    await screen.findByText('0');
  });

  it('submits with Enter', async () => {
    const { host } = open(
      inline({ properties: { name: { type: 'string', title: 'Nome' }, b: { type: 'string' } } }),
    );
    await userEvent.type(await screen.findByLabelText('Nome'), 'Ana{Enter}');
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana' }));
  });

  it('parses a number in the notation of the language', async () => {
    const { host } = open(
      inline({ properties: { price: { type: 'number', title: 'Preço', maximum: 2000 } } }),
    );
    const price = await screen.findByLabelText('Preço');
    await userEvent.type(price, 'doze');
    await userEvent.tab();
    expect(
      within(price.closest('[data-field]') as HTMLElement).getByText('Deve ser um número.'),
    ).toBeTruthy();
    await userEvent.clear(price);
    await userEvent.type(price, '1.234,5');
    await act(async () => save());
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ price: 1234.5 }));
  });
});
