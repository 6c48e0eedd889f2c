import { expect } from 'storybook/test';
import type { Locator } from 'vitest/browser';
import { everyControl } from './every-control.ts';
import { person } from './product-server.ts';
import { gone, productStories, productStory, shown, until, wholeInView, type Steps } from './story.tsx';

export default { ...productStories, title: 'Overlays' };

type Page = Steps['page'];

/** One kind of overlay: a line of a list below is all that a new one needs. */
interface Overlay {
  name: string;
  opener(page: Page): Locator;
  surface(page: Page): Locator;
  /** The key that opens it at its opener. */
  key?: string;
  /** Steps before the opener is there. */
  before?(steps: Steps): Promise<void>;
  /** Where the focus is afterwards, where not at the opener. */
  back?(page: Page): Element;
}

/** Opens the overlay, leaves it with Escape, and expects it closed and the focus where it came from. */
async function tryOut(steps: Steps, overlay: Overlay, open: (opener: HTMLElement) => Promise<void>) {
  const { page, userEvent } = steps;
  const { name, opener, surface, before, back } = overlay;
  await before?.(steps);
  const button = await shown(opener(page));
  await open(button);
  const opened = await shown(surface(page));
  // The focus goes into it; only lists leave it where it is typed.
  if (button.getAttribute('role') !== 'combobox' && opened.matches('[role=dialog], [role=menu]'))
    await until(() => expect([name, opened.contains(document.activeElement)]).toEqual([name, true]));
  await userEvent.keyboard('{Escape}');
  await gone(surface(page));
  await until(() =>
    expect([name, (back?.(page) ?? opener(page).element()) === document.activeElement]).toEqual([name, true]),
  );
}

/** Tries out each overlay with the mouse and with the keyboard. */
async function tryOutAll(steps: Steps, overlays: readonly Overlay[]): Promise<void> {
  const { userEvent } = steps;
  for (const overlay of overlays) {
    await tryOut(steps, overlay, (opener) => userEvent.click(opener));
    await tryOut(steps, overlay, async (opener) => {
      opener.focus();
      await userEvent.keyboard(`{${overlay.key ?? 'Enter'}}`);
    });
  }
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const combobox = (name: string) => (page: Page) => page.getByRole('combobox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
const listbox = (page: Page) => page.getByRole('listbox');
const row = (page: Page) => page.getByRole('row').nth(1);

const onList: readonly Overlay[] = [
  { name: 'the user menu', opener: button(/^Menu do usuário/), surface: menu },
  { name: 'the palette', opener: button('Pesquisar em tudo'), surface: dialog },
  { name: 'the choice of a filter', opener: combobox('Status'), surface: listbox },
  { name: 'the choice of a pager', opener: combobox('Por página'), surface: listbox },
];

/** Overlays of a list, of the menu and of a phone close with Escape, and the focus returns. */
export const OfAList = productStory({ at: '/admin-user' }, async (steps) => {
  const { page, userEvent, resize } = steps;
  await shown(row(page));
  await tryOutAll(steps, onList);

  // A tooltip opens by pointer and by keyboard, and closes with Escape, the focus staying.
  await userEvent.hover(row(page));
  const edit = row(page).getByRole('button', { name: 'Editar' });
  const tooltip = page.getByRole('tooltip', { includeHidden: true }).filter({ hasText: 'Editar' });
  await userEvent.hover(edit);
  await shown(tooltip);
  await userEvent.keyboard('{Escape}');
  await gone(tooltip);
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  (row(page).getByRole('button').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await userEvent.keyboard('{Tab}');
  (await shown(edit)).focus();
  await shown(tooltip);
  await userEvent.keyboard('{Escape}');
  await gone(tooltip);
  expect(edit.element()).toHaveFocus();

  // A collapsed menu closes its groups with Escape.
  await resize(1024, 768);
  const menuBar = page.getByRole('navigation', { name: 'Menu principal' });
  const entry = menuBar.getByRole('link', { name: 'Empresas' });
  const group = menuBar.getByRole('button', { name: 'Cadastros' });
  await tryOutAll(steps, [{ name: 'a group', opener: () => group, surface: () => entry }]);
  // Opened by the pointer it leaves the focus where that is.
  const refresh = page.getByRole('button', { name: 'Atualizar' });
  (refresh.element() as HTMLElement).focus();
  await userEvent.hover(page.getByRole('navigation', { name: 'Paginação' }));
  await userEvent.hover(group);
  await shown(entry);
  await userEvent.keyboard('{Escape}');
  await gone(entry);
  expect(refresh.element()).toHaveFocus();

  // Sheets and the drawer of a phone close with Escape.
  await resize(390, 844);
  const actions = button('Ações de Administração Acme');
  await shown(actions(page));
  await tryOutAll(steps, [
    { name: 'the filters', opener: button(/^Filtros/), surface: dialog },
    { name: 'the actions of a card', opener: actions, surface: dialog },
    { name: 'the menu', opener: button('Abrir menu'), surface: dialog },
    {
      name: 'the header’s menu',
      opener: button('Mais ações'),
      surface: () => page.getByRole('dialog', { name: 'Usuários' }).getByRole('menu'),
    },
    { name: 'the order', opener: combobox('Ordem'), surface: listbox },
  ]);
});

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
    before: ({ page, userEvent }) => userEvent.hover(row(page)),
    back: (page) => row(page).element().querySelector(':focus')!,
  },
  { name: 'the choices of a filter', opener: combobox('Estados'), surface: menu, key: 'ArrowDown' },
];

/** Overlays of a screen with every control close with Escape, the topmost first, and the focus returns. */
export const OfEveryControl = productStory(
  { at: '/overlays', definitions: [everyControl] },
  async (steps) => {
    const { page, userEvent, resize } = steps;
    await shown(row(page));
    await tryOutAll(steps, onScreen);

    // A choice in a dialog closes first, then the dialog.
    const opener = page.getByRole('button', { name: 'Abrir', exact: true });
    await userEvent.click(opener);
    const inside = page.getByRole('combobox', { name: 'No diálogo' });
    (await shown(inside)).focus();
    await userEvent.keyboard('{Enter}');
    await shown(page.getByRole('option', { name: 'Beta' }));
    await userEvent.keyboard('{Escape}');
    await gone(page.getByRole('listbox'));
    expect(inside.element()).toHaveFocus();
    await userEvent.click(inside);
    await userEvent.click(page.getByRole('option', { name: 'Beta' }));
    await until(() => expect(inside.element()).toHaveTextContent('Beta'));
    await userEvent.keyboard('{Escape}');
    await gone(page.getByRole('dialog'));
    await until(() => expect(opener.element()).toHaveFocus());

    // A choice in a bottom sheet closes first, then the sheet.
    await resize(390, 844);
    const filters = page.getByRole('button', { name: /^Filtros/ });
    await userEvent.click(filters);
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    const choice = sheet.getByRole('combobox', { name: 'Estados' });
    await userEvent.click(choice);
    await wholeInView(menu(page));
    await userEvent.keyboard('{Escape}');
    await gone(menu(page));
    expect(choice.element()).toHaveFocus();
    await shown(sheet);
    await userEvent.keyboard('{Escape}');
    await gone(sheet);
    await until(() => expect(filters.element()).toHaveFocus());

    // Enter in a single line of a sheet’s filters applies them.
    await userEvent.click(filters);
    const note = sheet.getByRole('textbox', { name: 'Nota' });
    await userEvent.fill(note, 'urgente');
    await shown(sheet.getByRole('button', { name: 'Aplicar · 1' }));
    await userEvent.keyboard('{Enter}');
    await gone(sheet);
    await until(() => expect(filters.element()).toHaveFocus());
    expect(filters.element()).toHaveAccessibleName('Filtros: 1 filtro ativo');
    await userEvent.click(filters);
    expect(await shown(note)).toHaveValue('urgente');
  },
);

const users = '/adm/v2/sec/user';
const two = [person(2, { name: 'Abel' }), person(3, { name: 'Bento' })];

const afterDeactivation = (query: string) =>
  productStory(
    { at: `/admin-user?${query}`, records: { [users]: two } },
    async ({ page, userEvent, clock }) => {
      const abel = page.getByRole('row').filter({ hasText: 'Abel' });
      await shown(abel);
      const time = await clock();
      await userEvent.hover(abel);
      await userEvent.click(abel.getByRole('button', { name: 'Desativar', exact: true }));
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }));
      await shown(page.getByText('Pessoa desativada com sucesso'));
      // Longer than the delay of a tooltip: it must not come.
      await time.run(1_000);
      await gone(page.getByRole('tooltip', { includeHidden: true }));
    },
  );

/** No tooltip opens after a deactivation by mouse, whether the row stays or leaves the list. */
export const AfterTheRowStays = afterDeactivation('isActive=');
export const AfterTheRowLeaves = afterDeactivation('isActive=Y');
