import type { Locator, Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { unique } from './support/api.ts';
import { openUsers, rowAction, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** One kind of overlay: a line of a list below is all that a new one needs. */
interface Overlay {
  name: string;
  opener(page: Page): Locator;
  surface(page: Page): Locator;
  /** The key that opens it at its opener. */
  key?: string;
  /** What the opener needs before it is there. */
  before?(page: Page): Promise<void>;
  /** Where the focus is afterwards, where not at the opener. */
  back?(page: Page): Locator;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const combobox = (name: string) => (page: Page) => page.getByRole('combobox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
const listbox = (page: Page) => page.getByRole('listbox');
const row = (page: Page) => page.getByRole('row').nth(1);

/** Opens the overlay, leaves it with Escape, and expects it closed and the focus where it came from. */
async function tryOut(page: Page, overlay: Overlay, open: (opener: Locator) => Promise<void>): Promise<void> {
  const { name, opener, surface, before, back = opener } = overlay;
  await before?.(page);
  const isList = (await opener(page).getAttribute('role')) === 'combobox';
  await open(opener(page));
  await expect(surface(page), `${name} opens`).toBeVisible();
  // The focus goes into it; only lists leave it where it is typed.
  const takesFocus = () =>
    surface(page).evaluate(
      (one) => !one.matches('[role=dialog], [role=menu]') || one.contains(document.activeElement),
    );
  if (!isList) await expect.poll(takesFocus, `the focus goes into ${name}`).toBe(true);
  await page.keyboard.press('Escape');
  await expect(surface(page), `${name} closes with Escape`).toBeHidden();
  await expect(back(page), `the focus is back after ${name}`).toBeFocused();
}

/** Tries out each overlay with the mouse and with the keyboard. */
async function tryOutAll(page: Page, overlays: readonly Overlay[]): Promise<void> {
  for (const overlay of overlays) {
    await test.step(`${overlay.name} by mouse`, () => tryOut(page, overlay, (opener) => opener.click()));
    await test.step(`${overlay.name} by keyboard`, () =>
      tryOut(page, overlay, async (opener) => {
        await opener.focus();
        await page.keyboard.press(overlay.key ?? 'Enter');
      }));
  }
}

const onList: readonly Overlay[] = [
  { name: 'the user menu', opener: button(/^Menu do usuário/), surface: menu },
  { name: 'the palette', opener: button('Pesquisar em tudo'), surface: dialog },
  { name: 'the choice of a filter', opener: combobox('Status'), surface: listbox },
  { name: 'the choice of a pager', opener: combobox('Por página'), surface: listbox },
];

test('overlays of a list close with Escape, and the focus returns', async ({ page }) => {
  await openUsers(page);
  await expect(row(page)).toBeVisible();
  await tryOutAll(page, onList);
});

test('a tooltip opens by pointer and by keyboard, and closes with Escape, the focus staying', async ({
  page,
}) => {
  await openUsers(page);
  await row(page).hover();
  const edit = row(page).getByRole('button', { name: 'Editar' });
  const tooltip = page.locator('.fui-Tooltip__content', { hasText: 'Editar' });
  await edit.hover();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await page.mouse.move(0, 0);
  await row(page).getByRole('button').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await edit.focus();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(edit).toBeFocused();
});

for (const [what, query] of [
  ['the row stays', 'isActive='],
  ['the row leaves the list', 'isActive=Y'],
] as const) {
  test(`no tooltip opens after a deactivation by mouse, where ${what}`, async ({ page, admin }) => {
    const suffix = unique();
    const { name } = await admin.createPerson({ name: `Abel ${suffix}` });
    await admin.createPerson({ name: `Bento ${suffix}` });
    await page.goto(`/admin-user?${query}&text=${suffix}`);
    await rowAction(page, name, 'Desativar');
    await page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }).click();
    await expect(toast(page, 'Pessoa desativada com sucesso')).toBeVisible();
    // Longer than the delay of a tooltip: it must not come.
    await page.waitForTimeout(1_000);
    await expect(page.locator('.fui-Tooltip__content')).toHaveCount(0);
  });
}

test.describe('a collapsed menu', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('closes its groups with Escape', async ({ page }) => {
    await openUsers(page);
    const group = page.getByRole('navigation', { name: 'Menu principal' });
    await tryOutAll(page, [
      {
        name: 'a group',
        opener: () => group.getByRole('button', { name: 'Cadastros' }),
        surface: () => group.getByRole('link', { name: 'Empresas' }),
      },
    ]);
  });
});

test.describe('a collapsed menu under the pointer', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('closes its group with Escape, and leaves the focus where it is', async ({ page }) => {
    await openUsers(page);
    const refresh = page.getByRole('button', { name: 'Atualizar' });
    await refresh.focus();
    const menuBar = page.getByRole('navigation', { name: 'Menu principal' });
    await menuBar.getByRole('button', { name: 'Cadastros' }).hover();
    const entry = menuBar.getByRole('link', { name: 'Empresas' });
    await expect(entry).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
    await expect(refresh).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sheets and the drawer close with Escape', async ({ page }) => {
    await openUsers(page);
    const actions = button('Ações de Administração Acme');
    await expect(actions(page)).toBeVisible();
    await tryOutAll(page, [
      { name: 'the filters', opener: button(/^Filtros/), surface: dialog },
      { name: 'the actions of a card', opener: actions, surface: dialog },
      { name: 'the menu', opener: button('Abrir menu'), surface: dialog },
      { name: 'the header’s menu', opener: button('Mais ações'), surface: menu },
      { name: 'the order', opener: combobox('Ordem'), surface: listbox },
    ]);
  });
});

test('the sample of the data browser closes with Escape', async ({ page }) => {
  await page.goto('/admin-definition/screen/admin-user');
  const routes = page.getByRole('tree', { name: 'Rotas de leitura' }).getByRole('treeitem');
  await routes.filter({ hasText: /sec\/user$/ }).click();
  await tryOutAll(page, [{ name: 'a sample', opener: button('Ver amostra'), surface: dialog }]);
});

const options = ['Alfa', 'Beta', 'Gama'].map((label) => ({ value: label.toLowerCase(), label }));

/** A screen with what the product's own screens do not have: every control with an overlay, in a form and as filters. */
const everyControl: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'overlays',
  path: '/overlays',
  title: 'Sobreposições',
  access: { screen: 'admin-user', verb: 'read' },
  state: { filters: {}, values: {} },
  sources: {
    users: { get: '/adm/v2/sec/user', query: { perPage: 5 }, rows: 'data.rows', total: 'data.totalRows' },
  },
  body: [
    {
      id: 'header',
      type: 'page-header',
      props: { title: 'Sobreposições' },
      children: ['Um', 'Dois', 'Três', 'Quatro'].map((text) => ({
        id: `press${text.charAt(0)}`,
        type: 'button',
        props: { text },
        on: { press: [{ open: 'dialog' }] },
      })),
    },
    {
      id: 'filters',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        fields: [
          { field: 'day', control: 'date', label: 'Dia' },
          { field: 'note', control: 'text', label: 'Nota' },
          { field: 'states', control: 'choices', label: 'Estados', options },
          { field: 'period', control: 'daterange', label: 'Período' },
        ],
      },
    },
    ...['select', 'combobox', 'multiselect', 'date', 'color', 'icon'].map((control) => ({
      id: `${control}Field`,
      type: 'field',
      props: {
        bind: `state.values.${control}`,
        control,
        label: `Campo ${control}`,
        ...(['select', 'combobox', 'multiselect'].includes(control) && { options }),
      },
    })),
    {
      id: 'more',
      type: 'menu-button',
      props: { text: 'Outras', items: [{ id: 'one', text: 'Um', do: [{ toast: { info: 'Um' } }] }] },
    },
    {
      id: 'ask',
      type: 'button',
      props: { text: 'Perguntar' },
      on: { press: [{ confirm: { kind: 'action', title: 'Tem certeza?', text: 'Nada muda.' } }] },
    },
    {
      id: 'open',
      type: 'button',
      props: { text: 'Abrir' },
      on: { press: [{ open: 'dialog' }] },
    },
    {
      id: 'people',
      type: 'table',
      source: 'users',
      props: {
        rowName: 'name',
        paging: 'none',
        adjustable: true,
        rowActions: ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'].map((text, at) => ({
          id: `action${at}`,
          text,
          do: [{ toast: { info: text } }],
        })),
        columns: [
          { field: 'name', title: 'Nome' },
          { field: 'email', title: 'E-mail' },
        ],
      },
    },
  ],
  dialogs: [
    {
      id: 'dialog',
      type: 'dialog',
      props: { title: 'Diálogo' },
      children: [
        {
          id: 'inDialog',
          type: 'field',
          props: { bind: 'state.values.inside', control: 'select', label: 'No diálogo', options },
        },
      ],
    },
  ],
};

const onScreen: readonly Overlay[] = [
  { name: 'the header’s menu', opener: button('Mais ações'), surface: menu },
  { name: 'a menu button', opener: button('Outras'), surface: menu },
  { name: 'a confirmation', opener: button('Perguntar'), surface: dialog },
  { name: 'a dialog', opener: button('Abrir'), surface: dialog },
  { name: 'the columns', opener: button('Colunas'), surface: dialog },
  { name: 'a choice', opener: combobox('Campo select'), surface: listbox, key: 'ArrowDown' },
  { name: 'a combobox', opener: combobox('Campo combobox'), surface: listbox, key: 'ArrowDown' },
  { name: 'a multiselect', opener: combobox('Campo multiselect'), surface: menu, key: 'ArrowDown' },
  { name: 'a calendar', opener: button('Abrir o calendário de Campo date'), surface: dialog },
  { name: 'a palette of colours', opener: button('Escolher cor de Campo color'), surface: dialog },
  { name: 'the icons', opener: combobox('Campo icon'), surface: listbox, key: 'ArrowDown' },
  { name: 'the calendar of a filter', opener: button('Abrir o calendário de Dia'), surface: dialog },
  { name: 'the calendar of a range', opener: button('Abrir o calendário de Período: De'), surface: dialog },
  {
    name: 'a row menu',
    opener: (page) => row(page).getByRole('button', { name: /^Ações de/ }),
    surface: menu,
    before: (page) => row(page).hover(),
    back: (page) => row(page).locator(':focus'),
  },
  { name: 'the choices of a filter', opener: combobox('Estados'), surface: menu, key: 'ArrowDown' },
];

test.describe('on a screen with every control', () => {
  test.beforeEach(async ({ admin }) => {
    const address = '/adm/v2/def/screen/overlays';
    const stored = await admin.call('PUT', address, { definition: everyControl, version: 0 });
    if (stored.status === 200) await admin.call('POST', `${address}/publish`, { comment: 'new' });
  });

  test('overlays close with Escape, and the focus returns', async ({ page }) => {
    await page.goto('/overlays');
    await expect(row(page)).toBeVisible();
    await tryOutAll(page, onScreen);
  });

  test('a choice in a bottom sheet closes first, then the sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/overlays');
    const opener = page.getByRole('button', { name: /^Filtros/ });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    const choice = sheet.getByRole('combobox', { name: 'Estados' });
    await choice.click();
    await expect(menu(page)).toBeVisible();
    await expect(menu(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(choice).toBeFocused();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('Enter in a single line of a sheet’s filters applies them', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/overlays');
    const opener = page.getByRole('button', { name: /^Filtros/ });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    const note = sheet.getByRole('textbox', { name: 'Nota' });
    await note.fill('urgente');
    await expect(sheet.getByRole('button', { name: 'Aplicar · 1' })).toBeVisible();
    await note.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAccessibleName('Filtros: 1 filtro ativo');
    await opener.click();
    await expect(note).toHaveValue('urgente');
  });

  test('a choice in a dialog closes first, then the dialog', async ({ page }) => {
    await page.goto('/overlays');
    const opener = page.getByRole('button', { name: 'Abrir', exact: true });
    await opener.click();
    const inside = page.getByRole('combobox', { name: 'No diálogo' });
    await inside.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Beta' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(inside).toBeFocused();
    await inside.click();
    await page.getByRole('option', { name: 'Beta' }).click();
    await expect(inside).toHaveText('Beta');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});
