import { expect } from 'storybook/test';
import { reply } from './product-server.ts';
import {
  gone,
  placeOf,
  productStories,
  productStory,
  shown,
  until,
  wholeInView,
  type Steps,
} from './story.tsx';

export default { ...productStories, title: 'Navigation' };

type Page = Steps['page'];
const palette = (page: Page) => page.getByRole('dialog', { name: 'Pesquisar telas, registros e ações' });
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const textsOf = (elements: Element[]) => elements.map((one) => one.textContent);

/** The palette finds screens and actions, and returns the focus. */
export const Palette = productStory({ at: '/admin-user' }, async ({ page, userEvent, product }) => {
  const refresh = page.getByRole('button', { name: 'Atualizar' });
  const pathname = () => product.router.state.location.pathname;
  (await shown(refresh)).focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = await placeOf(palette(page));
  expect([box.width, box.y]).toEqual([640, 72]);
  const rows = palette(page).getByRole('option');
  await until(() => expect(rows.elements().length).toBeGreaterThan(3));
  for (const row of rows.elements()) expect(row.getBoundingClientRect().height).toBe(36);

  // Nothing is dimmed: the page beside the palette looks as before.
  const actions = palette(page).getByRole('group', { name: 'Ações desta tela' }).getByRole('option');
  await until(() => expect(textsOf(actions.elements())).toEqual(['Atualizar', 'Usuário']));
  await userEvent.keyboard('{Escape}');
  await gone(palette(page));
  await until(() => expect(refresh.element()).toHaveFocus());

  // By the menu's button, by keyboard: the second hit.
  await userEvent.click(menuOf(page).getByRole('button', { name: 'Pesquisar em tudo' }));
  await shown(palette(page));
  await userEvent.keyboard('cadas');
  await until(() =>
    expect(textsOf(rows.elements()).map((text) => text.slice(0, 8))).toEqual(['Empresas', 'Unidades']),
  );
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Enter}');
  await until(() => expect(pathname()).toBe('/basic-uo'));
  await gone(palette(page));

  // `>` keeps the actions only, those of the screen that comes, and runs one.
  await userEvent.keyboard('{Control>}k{/Control}');
  await shown(palette(page));
  await userEvent.keyboard('>');
  await until(() => expect(palette(page).getByRole('group').elements()).toHaveLength(1));
  await userEvent.keyboard('unidade org');
  await until(() => {
    expect(rows.elements()).toHaveLength(1);
    expect(rows.element().textContent).toMatch(/^Unidade organizacional/);
  });
  await userEvent.keyboard('{Enter}');
  await until(() => expect(pathname()).toBe('/basic-uo/create'));
});

/** The palette lists the records that were opened last and says when it finds nothing, as the menu shows its hits. */
export const Recents = productStory({ at: '/admin-user/1' }, async ({ page, userEvent, product }) => {
  const { router } = product;
  await shown(page.getByRole('textbox', { name: /^Nome/ }).first());
  await router.navigate('/');
  await shown(page.getByRole('heading', { level: 1, name: /^Olá/ }));
  await userEvent.keyboard('{Control>}k{/Control}');
  const recent = palette(page).getByRole('group', { name: 'Abertos recentemente' }).getByRole('option');
  await until(() => expect(recent.elements()).toHaveLength(1));
  await userEvent.click(recent);
  await until(() => expect(router.state.location.pathname).toBe('/admin-user/1'));

  await userEvent.keyboard('{Control>}k{/Control}');
  await shown(palette(page));
  await userEvent.keyboard('zzz');
  await until(() => expect(palette(page).element()).toHaveTextContent('Nada encontrado para “zzz”.'));
  await userEvent.keyboard('{Escape}');

  // The search of the menu takes the arrow keys, finds groups and shows its hits at once below itself.
  const menu = menuOf(page);
  const search = menu.getByRole('searchbox', { name: 'Pesquisar' });
  await userEvent.fill(search, 'cadastros');
  const hits = menu.getByRole('group', { name: 'Cadastros' }).getByRole('link');
  await until(() => expect(textsOf(hits.elements())).toEqual(['Empresas', 'Unidades organizacionais']));
  const below = await placeOf(search);
  const first = await placeOf(hits.first());
  expect(first.y - below.bottom).toBeLessThan(80);
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{ArrowDown}');
  expect(hits.nth(1).element()).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.keyboard('{ArrowUp}');
  expect(search.element()).toHaveFocus();
  await userEvent.fill(search, 'defini');
  await userEvent.keyboard('{Enter}');
  await until(() => expect(router.state.location.pathname).toBe('/admin-definition'));
  await until(() => expect(search.element()).toHaveValue(''));
});

/** Five groups with fifteen entries, two of them without an icon of their own. */
const groups = [
  ['Segurança', 'shield', ['Usuários', 'Grupo de Acesso', 'Sessões', 'Auditoria']],
  ['Cadastros gerais', 'document', ['Empresas', 'Unidades organizacionais', 'Feriados']],
  ['Processos de negócio', 'flow', ['Medições', 'Contratos', 'Aprovações']],
  ['Projetos', 'board', ['Carteira', 'Kanban', 'Sprints']],
  ['Suporte', 'board', ['Atendimento', 'Mensagens com um nome que não cabe na largura do menu']],
] as const;
const icons = ['people', 'shield', 'key', 'history', 'building', 'organization', 'calendar'];
const wideMenu = {
  overview: groups.map(([title, icon, titles], group) => ({
    id: group + 1,
    title,
    icon,
    show: true,
    submenu: titles.map((name, at) => ({
      key: group === 0 && at === 0 ? 'admin-user' : `own-${group}-${at}`,
      title: name,
      ...(group < 2 ? { icon: icons[group * 4 + at] } : {}),
      userPermissions: { read: true, create: true, update: true, delete: true },
      specialPermissions: [],
    })),
  })),
  settings: [
    {
      id: 9,
      title: 'Configurações',
      icon: 'settings',
      show: true,
      submenu: ['Aparência', 'Visões', 'Definições', 'Configurações'].map((title, at) => ({
        key: `own-s-${at}`,
        title,
        icon: ['color', 'grid', 'code', 'settings'][at],
        userPermissions: { read: true, create: false, update: false, delete: false },
        specialPermissions: [],
      })),
    },
  ],
  specialPermissions: [],
  workPaths: [],
  rights: '',
};
const fifteen = {
  at: '/admin-user',
  answer: ({ path }: { path: string }) => (path === '/adm/v2/home/menu2' ? reply(wideMenu) : undefined),
};

/** Fifteen entries in five groups: nothing overlaps. */
export const FifteenEntries = productStory(fifteen, async ({ page, userEvent }) => {
  const menu = menuOf(page);
  for (const [title] of groups.slice(1)) await userEvent.click(menu.getByRole('button', { name: title }));
  await shown(menu.getByRole('link', { name: 'Atendimento' }));
  const links = menu.getByRole('link').elements();
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) {
    const { width, height } = link.getBoundingClientRect();
    expect(width).toBeLessThanOrEqual(250);
    expect(height).toBeLessThanOrEqual(48);
  }
});

/** With 1024 px the menu starts collapsed; each group has an icon of its own. */
export const StartsCollapsed = productStory(
  { ...fifteen, viewport: 'laptop' },
  async ({ page, userEvent, resize }) => {
    const menu = menuOf(page);
    await shown(page.getByRole('button', { name: 'Expandir menu' }));
    expect((await placeOf(menu)).width).toBe(70);
    const drawn = () =>
      [...menu.element().querySelectorAll('li > button svg path, li > a svg path')]
        .filter((path) => path.checkVisibility())
        .map((path) => path.getAttribute('d'));
    await until(() => expect(new Set(drawn()).size).toBe(9));
    expect(drawn()).toHaveLength(9);
    await userEvent.hover(menu.getByRole('button', { name: 'Suporte' }));
    const popup = await shown(menu.getByRole('link', { name: 'Atendimento' }));
    expect(popup.querySelector('svg')!.checkVisibility()).toBe(true);
    // The choice of a wide window is another one.
    await resize(1440, 900);
    await shown(page.getByRole('button', { name: 'Recolher menu' }));
  },
);

/** The menu of a person with a name of 200 characters stays in its window, however small. */
export const LongName = productStory(
  { at: '/', name: 'Wolfeschlegelstein'.repeat(12).slice(0, 200) },
  async ({ page, userEvent, resize }) => {
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
      [320, 640],
    ] as const) {
      await resize(width, height);
      const opener = page.getByRole('button', { name: /^Menu do usuário/ });
      await wholeInView(opener);
      await userEvent.click(opener);
      const menu = page.getByRole('menu');
      await wholeInView(menu.getByRole('menuitem', { name: 'Sair' }));
      const popover = menu.element().closest('.fui-MenuPopover')!;
      await placeOf(popover);
      const boxes = [...popover.querySelectorAll('[role=menu] [role^=menuitem]')].map((one) =>
        one.getBoundingClientRect(),
      );
      const name = popover.querySelector('p')!.getBoundingClientRect();
      expect(boxes.length).toBeGreaterThan(4);
      for (const [at, box] of [name, ...boxes].entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.bottom).toBeLessThanOrEqual(height);
        const next = boxes[at];
        if (next) expect(next.y).toBeGreaterThanOrEqual(box.bottom - 0.5);
      }
      expect(document.documentElement.scrollWidth).toBe(width);
      await userEvent.keyboard('{Escape}');
      await gone(menu);
    }
  },
);
