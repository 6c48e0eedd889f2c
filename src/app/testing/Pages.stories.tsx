import { expect } from 'storybook/test';
import type { JsonObject } from '../../contracts/json.ts';
import { person, refusal, reply, type Answer } from './product-server.ts';
import { gone, held, placeOf, productStories, productStory, shown, until, type Steps } from './story.tsx';

export default { ...productStories, title: 'Pages' };

type Page = Steps['page'];
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Trilha de navegação' });
const addressOf = ({ product }: Steps) => {
  const { pathname, search } = product.router.state.location;
  return pathname + search;
};
const me = 'Administração Acme';
const list = '/adm/v2/sec/user';
const rowOfMe = (page: Page) => page.getByRole('row').filter({ hasText: me });

/** An address that does not exist names itself and the one that was meant, and offers the palette. */
export const NotFound = productStory({ at: '/admin-usuario' }, async ({ page, userEvent }) => {
  await shown(title(page, 'Página não encontrada'));
  await shown(page.getByText('O endereço /admin-usuario não existe.'));
  await until(() => expect(trail(page).element()).toHaveTextContent(/^InícioPágina não encontrada$/));
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Pesquisar' }));
  const palette = page.getByRole('dialog', { name: 'Pesquisar telas, registros e ações' });
  await shown(palette);
  await userEvent.keyboard('{Escape}');
  await gone(palette);
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Usuários' }));
  await shown(title(page, 'Usuários'));
});

const tabs: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'tabs-at-the-top',
  path: '/tabs-at-the-top',
  title: 'Abas',
  access: { screen: 'admin-user', verb: 'read' },
  body: [
    { id: 'header', type: 'page-header', props: { title: 'Abas' } },
    {
      id: 'tabs',
      type: 'tabs',
      props: { items: [{ child: 'long', title: 'Primeira' }] },
      children: [{ id: 'long', type: 'markdown', props: { text: 'Linha\n\n'.repeat(100) } }],
    },
  ],
};

/** The tabs of a page stay below its header while the page scrolls. */
export const TabsAtTheTop = productStory(
  { at: '/tabs-at-the-top', definitions: [tabs] },
  async ({ page }) => {
    const tab = page.getByRole('tab', { name: 'Primeira' });
    await until(() => expect(page.getByText('Linha').elements()).toHaveLength(100));
    const before = await placeOf(tab);
    document.querySelector('[data-screen]')!.scrollTo(0, 600);
    const header = document.querySelector('[data-page-header]')!.getBoundingClientRect();
    const y = () => Math.round(tab.element().getBoundingClientRect().y);
    await until(() => expect(y()).toBeLessThan(header.bottom + 8));
    expect(y()).toBeGreaterThanOrEqual(Math.round(header.bottom));
    expect(document.querySelector('[data-screen]')!.scrollTop).toBe(600);
    expect(before.y).toBeGreaterThanOrEqual(header.bottom);
  },
);

let isBroken = true;

/** A server that fails has a page with the code of the call, and the screen comes after a retry. */
export const ServerFails = productStory(
  {
    at: '/admin-user',
    answer({ path }) {
      if (path !== '/adm/v2/def/screen' || !isBroken) return undefined;
      const { body, status } = refusal(500, 'INTERNAL', 'Ops! Algo deu errado');
      return new Response(body, { status, headers: { 'x-request-id': '7f3a-91c2' } });
    },
  },
  async ({ page, userEvent }) => {
    isBroken = true;
    await shown(page.getByRole('heading', { name: 'O servidor não conseguiu responder' }));
    await shown(page.getByText('7f3a-91c2'));
    // The breadcrumb still says which screen it is.
    await until(() => expect(trail(page).element()).toHaveTextContent(/^SegurançaUsuários$/));
    isBroken = false;
    await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }));
    await shown(title(page, 'Usuários'));
  },
);

const record = held();
const screen = held();
let isSlow = false;

/** From a list to a record and to a screen that are slow: the old screen stays, and the form has its shape. */
export const Slow = productStory(
  {
    at: '/admin-user',
    answer({ method, path, query }) {
      if (method === 'GET' && path === `${list}/7`) return record.released.then(() => reply(person(7)));
      if (isSlow && path === '/adm/v2/def/screen' && query.get('path') === '/admin-definition')
        return screen.released.then(() =>
          reply({ definition: { ...tabs, title: 'Definições' }, faults: [] }),
        );
      return undefined;
    },
  },
  async ({ page, userEvent, product }) => {
    isSlow = true;
    await userEvent.click(page.getByRole('button', { name: person(7).name, exact: true }));
    const places = () =>
      [...document.querySelectorAll('main section')].map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return [x, y, width, one.querySelector('h2')?.textContent];
      });
    await shown(page.getByRole('status', { name: 'Carregando o formulário' }).first());
    // Its document comes first, and with it the sections.
    await until(() => expect(places()).toHaveLength(2));
    const before = places();
    expect(before.map(([, , , name]) => name)).toEqual(['Dados pessoais', 'Acesso']);
    record.release();
    await until(() =>
      expect(page.getByRole('textbox', { name: 'Nome' }).element()).toHaveValue(person(7).name),
    );
    // Parts that come with the record stand below.
    expect(places().slice(0, before.length)).toEqual(before);
    await product.router.navigate(-1);

    // The old screen stays until the next one is ready.
    await shown(page.getByRole('row').nth(5));
    await userEvent.click(page.getByRole('link', { name: 'Definições' }));
    await until(() => expect(product.router.state.location.pathname).toBe('/admin-definition'));
    await until(() =>
      expect(getComputedStyle(document.querySelector('main [aria-busy="true"]')!).opacity).toBe('0.5'),
    );
    expect(document.querySelector('main h1')).toHaveTextContent('Usuários');
    expect(document.querySelectorAll('tr[data-row]').length).toBeGreaterThan(5);
    screen.release();
    await shown(title(page, 'Abas'));
  },
);

let isCut = true;
const cut: Answer = ({ method, path }) => {
  if (isCut && method === 'GET' && path === list) throw new TypeError('Failed to fetch');
  return undefined;
};

/** A failed source leaves the rest of the screen, and recovers; rows that are there stay. */
export const SourceFails = productStory({ at: '/admin-user', answer: cut }, async ({ page, userEvent }) => {
  isCut = true;
  const notice = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
  await shown(notice);
  expect(notice.element()).toHaveTextContent('Sem conexão com o servidor.');
  await shown(page.getByRole('button', { name: 'Usuário', exact: true }));
  expect(page.getByRole('searchbox', { name: 'Busca' }).element()).toBeEnabled();
  isCut = false;
  await userEvent.click(notice.getByRole('button', { name: 'Tentar de novo' }));
  await shown(rowOfMe(page));
  await gone(notice);

  // Rows that are rendered stay at their position when a later page fails.
  const position = await placeOf(rowOfMe(page));
  isCut = true;
  await userEvent.click(page.getByRole('button', { name: 'Atualizar' }));
  const line = page.getByRole('status').filter({ hasText: 'Não foi possível carregar' });
  await shown(line);
  await shown(line.getByRole('button', { name: 'Tentar de novo' }));
  expect((await placeOf(rowOfMe(page))).toJSON()).toEqual(position.toJSON());
});

const rows = held();

/** A slow network shows placeholders, then the content. */
export const SlowSource = productStory(
  {
    at: '/admin-user',
    answer: ({ method, path }) =>
      method === 'GET' && path === list
        ? rows.released.then(() => reply({ rows: [person(1, { name: me })], totalRows: 1 }))
        : undefined,
  },
  async ({ page }) => {
    // The list itself, no more its place, which is busy while its code loads.
    await shown(page.getByRole('columnheader', { name: 'Nome' }));
    await until(() => expect(document.querySelector('#list[aria-busy=true]')).not.toBeNull());
    await gone(rowOfMe(page));
    expect(await shown(page.getByRole('button', { name: 'Usuário', exact: true }))).toBeEnabled();
    rows.release();
    await shown(rowOfMe(page));
  },
);

let hasNoOptions = true;

/** Options that failed to load are loaded by a retry in their list. */
export const OptionsFail = productStory(
  {
    at: '/admin-user/create',
    answer({ path }) {
      if (path !== '/adm/v2/msdd/adm/uo') return undefined;
      if (hasNoOptions) throw new TypeError('Failed to fetch');
      return reply({ rows: [{ id: 1, title: 'Comercial' }], totalRows: 1 });
    },
  },
  async ({ page, userEvent }) => {
    hasNoOptions = true;
    const unit = page.getByRole('combobox', { name: 'Unidade organizacional' });
    await userEvent.click(unit);
    await shown(page.getByText('Não foi possível carregar as opções.'));
    hasNoOptions = false;
    await userEvent.click(page.getByRole('button', { name: 'Tentar novamente' }));
    await userEvent.click(page.getByRole('option', { name: 'Comercial' }));
    await until(() => expect(unit.element()).toHaveValue('Comercial'));
  },
);

/** A record that does not exist has a page of its own, with the way to its list. */
export const NoRecord = productStory(
  {
    at: '/',
    answer: ({ path }) =>
      /^\/adm.*\/(999999999|abc)$/.test(path) ? refusal(404, 'NOT_FOUND', 'Não encontrado.') : undefined,
  },
  async (steps) => {
    const { page, userEvent, product } = steps;
    const screens = [
      { at: '/admin-user', name: 'Usuários', ids: ['999999999', 'abc', '999999999/duplicate'] },
      { at: '/basic-company', name: 'Empresas', ids: ['999999999'] },
      { at: '/basic-uo', name: 'Unidades organizacionais', ids: ['999999999'] },
    ];
    for (const { at, name, ids } of screens)
      for (const id of ids) {
        await product.router.navigate(`${at}/${id}`);
        await shown(page.getByText(`O endereço ${at}/${id} não leva`));
        expect(title(page, '').element()).toHaveTextContent('Registro não encontrado');
        await until(() => expect(document.title).toMatch(/^Registro não encontrado/));
        await until(() =>
          expect(trail(page).element().textContent).toMatch(new RegExp(`${name}Registro não encontrado$`)),
        );
        await gone(page.getByRole('button', { name: /^(Tentar|Salvar|Cancelar)/ }));
        await userEvent.click(page.getByRole('button', { name: `Voltar para ${name}` }));
        await until(() => expect(addressOf(steps)).toBe(at));
      }
  },
);

let shows: Response | null = null;

/** A record that the server does not show is told apart from one that does not exist. */
export const RefusedRecord = productStory(
  {
    at: '/',
    answer: ({ method, path }) =>
      method === 'GET' && /\/sec\/user\/[34]$/.test(path) && shows ? shows.clone() : undefined,
  },
  async ({ page, userEvent, product }) => {
    const answers = [
      { id: 3, status: 403, code: 'FORBIDDEN', said: 'Acesso Restrito' },
      { id: 4, status: 500, code: 'INTERNAL', said: 'Não foi possível carregar' },
    ];
    for (const { id, status, code, said } of answers) {
      shows = refusal(status, code, 'Ops');
      await product.router.navigate('/admin-user');
      await shown(rowOfMe(page));
      await product.router.navigate(`/admin-user/${id}`);
      await shown(page.getByText(said));
      await shown(title(page, 'Editar usuário'));
    }
    shows = null;
    await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }));
    await until(() =>
      expect(page.getByRole('textbox', { name: 'Nome', exact: true }).element()).toHaveValue(person(4).name),
    );
  },
);
