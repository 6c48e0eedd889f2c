import { expect } from 'storybook/test';
import type { Locator } from 'vitest/browser';
import { person } from './product-server.ts';
import {
  gone,
  inView,
  placeOf,
  productStories,
  productStory,
  ratioInView,
  scrollsSideways,
  shown,
  until,
  wholeInView,
  type Steps,
} from './story.tsx';

export default { ...productStories, title: 'Windows' };

type Page = Steps['page'];
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! grupos)/ });

/** Scrolls to an element, which is then whole in view. An element that is just opening may still scroll back to its start. */
async function reach(locator: Locator): Promise<void> {
  await until(async () => {
    (await shown(locator)).scrollIntoView({ block: 'nearest' });
    expect(await ratioInView(locator)).toBeGreaterThan(0.99);
  });
}

/** A window of 320 by 256, which is 1280 by 1024 at 400 %, needs no sideways scroll anywhere. */
export const Zoomed = productStory({ at: '/' }, async ({ page, userEvent, resize, product }) => {
  await resize(320, 256);
  await shown(page.getByRole('heading', { level: 1 }));
  expect(scrollsSideways()).toBe(false);

  await userEvent.click(page.getByRole('button', { name: 'Abrir menu' }));
  const menu = page.getByRole('dialog', { name: 'Menu principal' });
  const entry = menu.getByRole('link', { name: 'Definições' });
  // The menu scrolls as a whole, so that its entries are reached though search and foot take most of the height.
  await reach(entry);
  const foot = await placeOf(menu.getByRole('button', { name: 'Sair' }));
  expect((await placeOf(entry)).bottom).toBeLessThanOrEqual(foot.y);
  expect(scrollsSideways()).toBe(false);
  await userEvent.keyboard('{Escape}');
  await gone(menu);

  await userEvent.keyboard('{Control>}k{/Control}');
  const finder = page.getByRole('dialog').getByRole('combobox');
  await shown(finder);
  await userEvent.fill(finder, 'empr');
  await inView(page.getByRole('option', { name: /Empresas/ }).first());
  expect(scrollsSideways()).toBe(false);
  await userEvent.keyboard('{Escape}');
  await gone(page.getByRole('dialog'));

  await userEvent.click(page.getByRole('button', { name: /^Menu do usuário/ }));
  const leave = page.getByRole('menuitem', { name: 'Sair' });
  await reach(leave);
  await userEvent.keyboard('{Escape}');
  await gone(leave);

  await product.router.navigate('/admin-user/create');
  await shown(field(page, 'Nome'));
  await userEvent.fill(field(page, 'Nome'), 'Ana');
  await userEvent.click(page.getByRole('link', { name: 'Voltar' }));
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' });
  for (const name of ['Continuar editando', 'Descartar']) {
    const button = question.getByRole('button', { name, exact: true });
    await reach(button);
  }
  expect(scrollsSideways()).toBe(false);
});

const names = [`W${'W'.repeat(199)}`, 'محمد عبد الرحمن بن عبد العزيز', '👩‍👩‍👧‍👦👍🏽 Ana', 'Z̷̢̛a̴͝l̵͘g̶̈́ơ'];

/** Names without a space, in Arabic, of emoji and of combining marks stay in their places. */
export const UnusualNames = productStory(
  { at: '/', records: { '/adm/v2/sec/user': names.map((name, at) => person(at + 11, { name })) } },
  async ({ page, userEvent, resize, product }) => {
    for (const [at, name] of names.entries()) {
      await resize(390, 844);
      await product.router.navigate(`/admin-user/${at + 11}`);
      await until(() => expect(field(page, 'Nome').element()).toHaveValue(name));
      await until(() => expect(document.title.startsWith(name.slice(0, 8))).toBe(true));
      await userEvent.fill(field(page, 'CPF'), '52998224725');
      await userEvent.click(save(page));
      // The toast stands at the bottom and keeps its close button in the window.
      const close = page
        .getByRole('region', { name: 'Avisos' })
        .getByRole('button', { name: 'Fechar aviso' });
      await wholeInView(close);
      await userEvent.click(close);
      await userEvent.click(page.getByRole('button', { name: 'Mais ações' }));
      await userEvent.click(page.getByRole('menuitem', { name: 'Excluir' }));
      const question = page.getByRole('dialog', { name: /Deletar|Excluir/ });
      for (const answer of ['Sim, deletar', 'Não, cancelar'])
        await wholeInView(question.getByRole('button', { name: answer }));
      expect(scrollsSideways()).toBe(false);
      await userEvent.click(question.getByRole('button', { name: 'Não, cancelar' }));
      await gone(question);

      // At 400 % zoom nothing of the form overlaps.
      await resize(320, 256);
      await userEvent.fill(field(page, 'E-mail'), 'x');
      await userEvent.keyboard('{Tab}');
      await shown(page.getByRole('button', { name: '1 campo a corrigir' }));
      expect(scrollsSideways()).toBe(false);
      const title = await placeOf(page.getByRole('heading', { level: 1 }));
      const button = await placeOf(save(page));
      expect(title.right).toBeLessThanOrEqual(button.x);
      expect(button.right).toBeLessThanOrEqual(320);
      const note = await placeOf(page.getByText('Informe um e-mail válido.'));
      const next = await placeOf(page.getByText('CPF', { exact: true }));
      expect(note.bottom).toBeLessThanOrEqual(next.y);
      await userEvent.fill(field(page, 'E-mail'), person(at + 11).email);
      await userEvent.keyboard('{Tab}');
      await gone(page.getByRole('button', { name: '1 campo a corrigir' }));
      await userEvent.click(page.getByRole('link', { name: 'Voltar' }));
      await shown(page.getByRole('heading', { level: 1, name: 'Usuários' }));
    }
    // The palette lists them among the recent records.
    await resize(390, 844);
    await product.router.navigate('/');
    await shown(page.getByRole('heading', { level: 1, name: /^Olá/ }));
    await userEvent.keyboard('{Control>}k{/Control}');
    for (const name of names) await wholeInView(page.getByRole('option', { name: name.slice(0, 4) }).first());
    expect(scrollsSideways()).toBe(false);
  },
);

/** On a phone the menu of a page header stands at its end, and no button of it takes a second line. */
export const PageHeaders = productStory({ at: '/admin-user' }, async ({ page, bePhone, product }) => {
  await bePhone(360, 780);
  const header = page.getByRole('main');
  for (const [address, primary] of [
    ['/admin-user', 'Usuário'],
    ['/basic-company', 'Empresa'],
    ['/admin-definition', 'Nova definição'],
  ] as const) {
    await product.router.navigate(address);
    const create = header.getByRole('button', { name: primary, exact: true }).first();
    await shown(create);
    expect(create.element().closest('header')).not.toBeNull();
    const more = await placeOf(header.getByRole('button', { name: 'Mais ações' }));
    const button = await placeOf(create);
    expect([address, button.height, more.height]).toEqual([address, 44, 44]);
    expect(more.x).toBeGreaterThanOrEqual(button.right);
    expect([address, more.right]).toEqual([address, 344]);
  }
});

/** Cards of the home page are as high as their content, with one gap between them. */
export const HomeCards = productStory({ at: '/admin-user' }, async ({ page, product }) => {
  await shown(page.getByRole('heading', { level: 1, name: 'Usuários' }));
  await product.router.navigate('/');
  await shown(page.getByRole('region', { name: 'Recentes' }).getByRole('listitem').first());
  const places = page.getByRole('region', { name: 'Ir para' });
  await shown(places.getByRole('link', { name: 'Usuários' }));
  await until(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
  await placeOf(places);
  const boxes = [...document.querySelectorAll('main section:has(> header)')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom, end: one.lastElementChild!.getBoundingClientRect().bottom };
  });
  expect(boxes.length).toBeGreaterThanOrEqual(2);
  // The border, and no room below the last row.
  for (const { bottom, end } of boxes) expect(bottom - end).toBeLessThanOrEqual(17);
  const [side, left] = [boxes.at(-1)!, boxes.slice(0, -1)];
  expect(side.left - left[0]!.right).toBe(16);
  for (const [at, one] of left.slice(1).entries()) expect(one.top - left[at]!.bottom).toBe(16);
});

/** A list is printed whole, without menu and header. */
export const PrintedList = productStory({ at: '/admin-user' }, async ({ page, resize, bePaper }) => {
  await resize(1000, 500);
  const row = page.getByRole('row').filter({ hasText: 'Administração Acme' });
  await shown(row);
  const hidden = () =>
    [...document.querySelectorAll('[data-scroller], [data-screen], #content')].map(
      (area) => area.scrollHeight - area.clientHeight > 1,
    );
  expect(hidden()).toContain(true);
  await bePaper();
  await until(() => expect(hidden()).toEqual([false, false, false]));
  await gone(page.getByRole('navigation', { name: 'Menu principal' }));
  await gone(page.getByRole('banner'));
  await shown(row);
});

/** A page is printed with its filters as text, without what is pressed. */
export const PrintedFilters = productStory(
  {
    at: '/filtered?unit=1',
    definitions: [
      {
        kind: 'screen',
        formatVersion: 2,
        id: 'filtered',
        path: '/filtered',
        title: 'Filtrado',
        access: { screen: 'admin-user', verb: 'read' },
        sources: {
          users: {
            get: '/adm/v2/sec/user',
            rows: 'data.rows',
            total: 'data.totalRows',
            list: 'state.list',
          },
        },
        body: [
          {
            id: 'header',
            type: 'page-header',
            props: { title: 'Filtrado' },
            children: ['Um', 'Dois', 'Três', 'Quatro'].map((text, at) => ({
              id: `press${at}`,
              type: 'button',
              props: { text },
            })),
          },
          {
            id: 'filters',
            type: 'filter-bar',
            source: 'users',
            props: {
              fields: [
                {
                  field: 'unit',
                  control: 'combobox',
                  label: 'Unidade',
                  options: [{ value: '1', label: 'Diretoria' }],
                },
              ],
            },
          },
        ],
      },
    ],
  },
  async ({ page, bePaper }) => {
    const filters = page.getByRole('search');
    await shown(filters.getByRole('button', { name: 'Aplicar' }));
    await shown(page.getByRole('button', { name: 'Mais ações' }));
    await bePaper();
    const unit = filters.getByRole('combobox', { name: 'Unidade' });
    await shown(unit);
    expect(unit.element()).toHaveValue('Diretoria');
    for (const name of ['Aplicar', 'Limpar Filtros']) await gone(filters.getByText(name, { exact: true }));
    await gone(page.getByRole('button', { name: 'Mais ações' }));
  },
);
