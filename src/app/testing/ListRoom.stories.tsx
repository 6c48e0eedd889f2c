import { expect } from 'storybook/test';
import type { JsonObject } from '../../contracts/json.ts';
import { person } from './product-server.ts';
import {
  gone,
  hiddenIn,
  outOfView,
  placeOf,
  productStories,
  productStory,
  scrollsSideways,
  shown,
  until,
  wholeInView,
} from './story.tsx';

export default { ...productStories, title: 'List' };

const first = 'Administração Acme';
const users = '/adm/v2/sec/user';
const placesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
  });

export const Room = productStory({ at: '/admin-user' }, async ({ page, userEvent, resize }) => {
  const row = page.getByRole('row').filter({ hasText: first });
  // The buttons of a row cover its last cell, with its hairline.
  await shown(row);
  await userEvent.hover(row);
  const strip = await placeOf(row.getByRole('group', { name: `Ações de ${first}` }));
  const cell = await placeOf(row.getByRole('gridcell', { name: 'Ativo' }));
  expect(strip.x).toBeCloseTo(cell.x, 0);
  expect(strip.y).toBeCloseTo(cell.y, 0);
  expect(strip.width).toBeCloseTo(cell.width, 0);
  expect(strip.height).toBeCloseTo(cell.height, 0);
  expect(cell.width).toBeGreaterThanOrEqual(150);

  // Escape from a row menu returns the focus to the row.
  (await shown(row.getByRole('button', { name: first, exact: true }))).focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await shown(page.getByRole('menu', { name: `Ações de ${first}` }));
  await userEvent.keyboard('{Escape}');
  await gone(page.getByRole('menu'));
  await until(() => expect(row.element().contains(document.activeElement)).toBe(true));

  // In a low window the page scrolls, and in a high one the rows do.
  const pager = page.getByRole('navigation', { name: 'Paginação' });
  await wholeInView(pager);
  expect(hiddenIn('[data-scroller]').y).toBeGreaterThan(500);
  expect(hiddenIn('[data-screen]').y).toBe(0);
  await resize(1280, 450);
  await until(() => expect(hiddenIn('[data-scroller]').y).toBe(0));
  expect(hiddenIn('[data-screen]').y).toBeGreaterThan(500);
  await outOfView(pager);
  page.getByRole('gridcell', { name: 'Ativo' }).last().element().scrollIntoView();
  await outOfView(page.getByRole('columnheader', { name: 'Nome' }));

  // Columns leave before anything scrolls sideways, and their values are in the details.
  await resize(1440, 900);
  await until(() => expect(hiddenIn('[data-scroller]').x).toBe(0));
  await resize(960, 768);
  await gone(page.getByRole('columnheader', { name: 'Login' }));
  await wholeInView(page.getByRole('columnheader', { name: 'Nome' }));
  await wholeInView(page.getByRole('columnheader', { name: 'Status' }));
  expect(hiddenIn('[data-scroller]').x).toBe(0);
  await userEvent.click(page.getByRole('button', { name: `Detalhes de ${first}` }));
  await wholeInView(page.getByRole('term').filter({ hasText: 'Login' }));
  await wholeInView(page.getByRole('definition').filter({ hasText: /^admin$/ }));
});

const count = 120;
const many = Array.from({ length: count }, (_, at) => person(at + 1, { isActive: 'N' }));

/** In a low window the page scrolls a list of more than a hundred rows, of which few are there. */
export const LowWindow = productStory(
  { at: '/admin-user?isActive=N&perPage=200', records: { [users]: many } },
  async ({ page, userEvent, resize }) => {
    await resize(1280, 450);
    const lines = () => [...document.querySelectorAll('[data-line]')];
    await until(() => expect(lines().length).toBeGreaterThan(5));
    // The head is a line, too: the rows come after it.
    expect(page.getByRole('grid').element()).toHaveAttribute('aria-rowcount', `${count + 1}`);
    const inSight = () => {
      const view = document.querySelector('[data-screen]')!.getBoundingClientRect();
      const seen = lines().filter((line) => {
        const box = line.getBoundingClientRect();
        return box.top < view.bottom && box.bottom > view.top;
      });
      return {
        first: Number(seen.at(0)?.getAttribute('data-line')),
        last: Number(seen.at(-1)?.getAttribute('data-line')),
        // Rows stand from the top of the view to its end, without a gap.
        gap: view.bottom - (seen.at(-1)?.getBoundingClientRect().bottom ?? 0),
      };
    };
    await until(() => expect(hiddenIn('[data-scroller]').y).toBe(0));
    expect(hiddenIn('[data-screen]').y).toBeGreaterThan(count * 30);
    expect(lines().length).toBeLessThanOrEqual(60);

    const screen = document.querySelector('[data-screen]')!;
    screen.scrollTo({ top: screen.scrollHeight / 2 });
    await until(() => expect(inSight().gap).toBeLessThanOrEqual(0));
    const middle = inSight();
    expect(middle.first).toBeGreaterThan(count / 4);
    expect(middle.last).toBeLessThan(count - 10);
    expect(lines().length).toBeLessThanOrEqual(60);
    // Nothing stays at the top but the page's header.
    await wholeInView(page.getByRole('heading', { level: 1 }));
    await outOfView(page.getByRole('columnheader', { name: 'Nome' }));
    await outOfView(page.getByRole('navigation', { name: 'Paginação' }));

    // The keyboard goes to rows that are not there yet, below the page's header.
    document.querySelector<HTMLElement>(`[data-line="${middle.first + 4}"] button`)!.focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await until(() =>
      expect(document.querySelector(`[data-line="${count - 1}"]`)!.contains(document.activeElement)).toBe(
        true,
      ),
    );
    expect(inSight().last).toBe(count - 1);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await userEvent.keyboard('{ArrowDown}');
    const top = () => document.querySelector('[data-line="0"]')!.getBoundingClientRect();
    const header = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect();
    await until(() => expect(top().y).toBeGreaterThan(header.bottom));
    expect(top().bottom).toBeLessThan(450);

    await resize(1280, 768);
    await until(() => expect(hiddenIn('[data-screen]').y).toBe(0));
    expect(hiddenIn('[data-scroller]').y).toBeGreaterThan(500);
  },
);

const unusual = [`${'x'.repeat(180)}`, 'محمد عبد الرحمن', '👩‍👩‍👧‍👦👩🏽‍🚀 Ana', 'Z̷̛̤a͖̽l̫̐g̰̈o̤͊'];

/** Names without a space, in other scripts and with combining marks stay in their card at 320 pixels. */
export const UnusualNames = productStory(
  {
    at: '/admin-user?isActive=N',
    records: { [users]: unusual.map((name, at) => person(at + 1, { name, isActive: 'N' })) },
  },
  async ({ page, resize }) => {
    await resize(320, 568);
    const mores = page.getByRole('button', { name: /^Ações de/ });
    await until(() => expect(mores.elements()).toHaveLength(unusual.length));
    for (const more of mores.elements()) {
      const card = more.closest('li')!;
      const box = await placeOf(card);
      const name = card.querySelector('button')!.getBoundingClientRect();
      expect([box.x, box.width, box.height]).toEqual([0, 320, 76]);
      expect(name.right).toBeLessThanOrEqual(more.getBoundingClientRect().x);
      // A date is there as a whole or not at all.
      const date = [...card.querySelectorAll('*')].find(
        (one) => one.childElementCount === 0 && /^\d\d\/\d\d\/\d{4}$/.test(one.textContent),
      )!;
      expect(date.getBoundingClientRect().right).toBeLessThanOrEqual(
        date.parentElement!.getBoundingClientRect().right,
      );
    }
    expect(scrollsSideways()).toBe(false);
  },
);

const selecting: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'selecting',
  path: '/selecting',
  title: 'Seleção',
  access: { screen: 'admin-user', verb: 'read' },
  sources: {
    users: { get: users, rows: 'data.rows', total: 'data.totalRows', list: 'state.list' },
  },
  body: [
    { id: 'header', type: 'page-header', props: { title: 'Seleção' } },
    {
      id: 'filters',
      type: 'filter-bar',
      source: 'users',
      props: { fields: [{ field: 'text', control: 'search', label: 'Busca' }] },
    },
    {
      id: 'list',
      type: 'table',
      source: 'users',
      props: {
        rowName: 'name',
        adjustable: true,
        columns: [
          { field: 'name', title: 'Nome', cell: 'avatar', minWidth: 200 },
          { field: 'email', title: 'E-mail', priority: 2 },
        ],
        selection: {
          actions: ['Ativar', 'Desativar', 'Incluir em grupo', 'Redefinir senha'].map((text, at) => ({
            id: `act${at}`,
            text,
            icon: 'edit',
            do: [{ toast: { success: text } }],
            keep: true,
          })),
        },
      },
    },
  ],
};

/** The bar of a selection takes the place of the filters, nothing moves, and the columns are set by the keyboard. */
export const Selection = productStory(
  { at: '/selecting', definitions: [selecting] },
  async ({ page, userEvent, resize }) => {
    const box = page.getByRole('checkbox', { name: /^Selecionar (?!todos)/ }).first();
    await shown(box);
    const filters = await placeOf(page.getByRole('main').getByRole('search'));
    expect(filters.height).toBeCloseTo(56, 0);
    const places = () => placesOf('[role=columnheader], th, [data-row="1"], nav');
    const before = places();
    await userEvent.click(box);
    const bar = page.getByRole('region', { name: 'Seleção' });
    await until(() => expect(bar.element()).toHaveTextContent('1 selecionado'));
    const { x, y, height } = await placeOf(bar);
    expect([x, y, height].map(Math.round)).toEqual([filters.x, filters.y, 56].map(Math.round));
    expect(places()).toEqual(before);
    await wholeInView(page.getByRole('button', { name: 'Colunas' }));
    await userEvent.keyboard('{Escape}');
    await gone(bar);
    expect(places()).toEqual(before);
    expect(box.element()).toHaveFocus();

    // Buttons without room are in a menu; the one that clears always is in sight.
    await resize(820, 768);
    await userEvent.click(box);
    await wholeInView(page.getByRole('button', { name: 'Limpar seleção' }));
    await wholeInView(bar.getByRole('button', { name: /^Mais \d aç/ }));
    await userEvent.keyboard('{Escape}');

    // On a phone it stands at the bottom, from edge to edge, and toasts above it.
    await resize(390, 844);
    await userEvent.click(box);
    await wholeInView(bar);
    const low = await placeOf(bar);
    expect([low.x, low.width, Math.round(low.bottom)]).toEqual([0, 390, 844]);
    await userEvent.click(bar.getByRole('button', { name: 'Ativar' }));
    const toast = await placeOf(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem'));
    expect(toast.bottom).toBeLessThan(low.y);
    await userEvent.click(bar.getByRole('button', { name: 'Limpar seleção' }));
    await gone(bar);

    // The columns are set by the keyboard, and the focus returns to the button.
    await resize(1440, 900);
    const button = page.getByRole('button', { name: 'Colunas' });
    await until(() => expect(button.element()).toHaveTextContent('Colunas'));
    const list = document.querySelector('[data-scroller]')!.getBoundingClientRect();
    // At the right end of the toolbar.
    expect(list.right - (await placeOf(button)).right).toBeLessThan(16);
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const email = page.getByRole('checkbox', { name: 'E-mail' });
    (await shown(email)).focus();
    await userEvent.keyboard('[Space]');
    await gone(page.getByRole('columnheader', { name: 'E-mail' }));
    await userEvent.keyboard('{Escape}');
    await gone(email);
    await until(() => expect(button.element()).toHaveFocus());
  },
);

/** The columns are set where the table stands: rows, scroll and focus stay, as the head does without any rows. */
export const Columns = productStory({ at: '/admin-user' }, async ({ page, userEvent, product }) => {
  const columns = page.getByRole('button', { name: 'Colunas', includeHidden: true });
  const row = page.getByRole('row').filter({ hasText: first });
  await shown(row);
  await shown(columns);
  const scroller = document.querySelector('[data-scroller]')!;
  scroller.scrollTo({ top: 300 });
  const places = () => placesOf('th[data-key], [data-row], [data-edge], nav');
  await until(() => expect(scroller.scrollTop).toBe(300));
  const before = places();
  const button = await placeOf(columns);
  (columns.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('dialog', { name: 'Colunas' });
  await wholeInView(panel);
  await until(() => expect(places()).toEqual(before));
  expect((await placeOf(columns.element())).toJSON()).toEqual(button.toJSON());
  await userEvent.keyboard('{Escape}');
  await gone(panel);
  await until(() => expect(columns.element()).toHaveFocus());
  expect(scroller.scrollTop).toBe(300);

  // The choice is the person's: it is there from the first row of the next visit.
  await userEvent.keyboard('{Enter}');
  await userEvent.click(panel.getByRole('checkbox', { name: 'Login' }));
  await userEvent.keyboard('{Escape}');
  const login = page.getByRole('columnheader', { name: 'Login' });
  await shown(page.getByRole('columnheader', { name: 'E-mail' }));
  await gone(login);
  await product.router.navigate('/admin-user/1');
  await shown(page.getByRole('textbox', { name: 'Nome', exact: true }));
  await product.router.navigate('/admin-user');
  await shown(row);
  await gone(login);
  await userEvent.click(columns);
  await userEvent.click(panel.getByRole('button', { name: 'Restaurar padrão' }));
  await userEvent.keyboard('{Escape}');
  await shown(login);

  // Filters that match nothing keep the head, and are cleared below it.
  const head = page.getByRole('columnheader', { name: 'Nome' });
  const at = await placeOf(head);
  await product.router.navigate('/admin-user?text=nobody-is-called-so');
  await wholeInView(page.getByText('Nenhum item corresponde à busca e aos filtros.'));
  const now = await placeOf(head);
  expect([now.x, now.y, now.height]).toEqual([at.x, at.y, at.height]);
  expect(hiddenIn('[data-scroller]').y).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Limpar Filtros' }).last());
  await shown(row);
  const { pathname, search } = product.router.state.location;
  expect(pathname + search).toBe('/admin-user');
});

const whole: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'changes',
  path: '/changes',
  title: 'Mudanças',
  access: { screen: 'admin-user', verb: 'read' },
  sources: { changes: { get: '/changes', rows: 'data.rows', total: 'data.totalRows' } },
  body: [
    {
      id: 'list',
      type: 'table',
      source: 'changes',
      props: {
        columns: [
          { field: 'when', title: 'Quando', cell: 'datetime' },
          { field: 'who', title: 'Quem', role: 'title' },
          { field: 'what', title: 'O quê' },
          { field: 'which', title: 'Registro' },
        ],
      },
    },
  ],
};

const change = (who: string, what: string, which: string) => ({
  when: '2026-11-20T12:00:00Z',
  who,
  what,
  which,
});
const changes = [
  change('José Carlos Lima Magalhães', 'Senha redefinida pelo e-mail', 'Locações Mantiqueira Ltda.'),
  change('Administração Acme', 'Criação', 'dataset/people-e73bdbdc3'),
  change('Lili Tellier Fittipaldi Filiberti', 'Senha recusada', 'Ana Sá'),
];

/** No text is cut while another column has room to spare, however the letters of a text are wide or narrow. */
export const WholeTexts = productStory(
  { at: '/changes', definitions: [whole], records: { '/changes': changes } },
  async ({ page, resize }) => {
    await shown(page.getByRole('gridcell', { name: changes[0]!.what }));
    const cut = () =>
      [...document.querySelectorAll('[role=grid] td')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent);
    for (const width of [1440, 1100]) {
      await resize(width, 900);
      await until(() => expect(cut()).toEqual([]));
    }
  },
);
