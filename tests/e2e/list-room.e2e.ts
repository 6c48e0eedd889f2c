import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { unique, type Api } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Pixels that an element could be scrolled by, sideways and down. */
const hidden = (page: Page, selector: string) =>
  page.locator(selector).evaluate((box) => ({
    x: box.scrollWidth - box.clientWidth,
    y: box.scrollHeight - box.clientHeight,
  }));

test('the list of people has its room: for the buttons of a row, for its menu, in a low window and in a narrow one', async ({
  page,
}) => {
  await openUsers(page);
  await test.step('the buttons of a row cover its last cell, with its hairline', async () => {
    const row = rowOf(page, 'Administração Acme');
    await row.hover();
    const strip = await placeOf(row.getByRole('group', { name: 'Ações de Administração Acme' }));
    const cell = await placeOf(row.getByRole('gridcell', { name: 'Ativo' }));
    expect(strip.x).toBeCloseTo(cell.x, 0);
    expect(strip.y).toBeCloseTo(cell.y, 0);
    expect(strip.width).toBeCloseTo(cell.width, 0);
    expect(strip.height).toBeCloseTo(cell.height, 0);
    expect(cell.width).toBeGreaterThanOrEqual(150);
  });
  await test.step('Escape from a row menu returns the focus to the row', async () => {
    const row = rowOf(page, 'Administração Acme');
    await row.getByRole('button', { name: 'Administração Acme', exact: true }).focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu', { name: 'Ações de Administração Acme' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(row.locator(':focus')).toBeVisible();
  });
  await test.step('in a low window the page scrolls, and in a high one the rows do', async () => {
    const pager = page.getByRole('navigation', { name: 'Paginação' });
    await expect(pager).toBeInViewport({ ratio: 1 });
    expect((await hidden(page, '[data-scroller]')).y).toBeGreaterThan(500);
    expect((await hidden(page, '[data-screen]')).y).toBe(0);

    await page.setViewportSize({ width: 1280, height: 450 });
    expect((await hidden(page, '[data-scroller]')).y).toBe(0);
    expect((await hidden(page, '[data-screen]')).y).toBeGreaterThan(500);
    await expect(pager).not.toBeInViewport();
    await page.getByRole('gridcell', { name: 'Ativo' }).last().scrollIntoViewIfNeeded();
    await expect(page.getByRole('columnheader', { name: 'Nome' })).not.toBeInViewport();
  });
  await test.step('columns leave before anything scrolls sideways, and their values are in the details', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await hidden(page, '[data-scroller]')).x).toBe(0);
    await page.setViewportSize({ width: 960, height: 768 });
    await expect(page.getByRole('columnheader', { name: 'Login' })).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'Nome' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('columnheader', { name: 'Status' })).toBeInViewport({ ratio: 1 });
    expect((await hidden(page, '[data-scroller]')).x).toBe(0);
    await page.getByRole('button', { name: 'Detalhes de Administração Acme' }).click();
    const login = page.getByRole('term').filter({ hasText: 'Login' });
    await expect(login).toBeInViewport();
    await expect(page.getByRole('definition').filter({ hasText: /^admin$/ })).toBeInViewport();
  });
});

test('no text of a table is cut while another column has room to spare', async ({ page }) => {
  await page.goto('/dashboard/3');
  const cells = page.getByRole('gridcell');
  for (const width of [1440, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(cells.first()).toBeVisible();
    // Journeys before this one name people so long that no table holds the name.
    const cut = () =>
      cells.evaluateAll((all, most) => {
        const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth && cell.scrollWidth < most;
        return all.filter(isCut).map((cell) => cell.textContent);
      }, width);
    await expect.poll(cut).toEqual([]);
  }
});

test('a list stands where it will while its code is still loading, and once it is there, rows stay where they are', async ({
  page,
}) => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/FeatureTable.*\.js/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/basic-company');
  const places = async () => {
    const boxes = ['#list', '#list [data-scroller]'].map((place) => page.locator(place).boundingBox());
    const heads = ['Razão social', 'CNPJ'].map((name) =>
      page.getByRole('columnheader', { name }).boundingBox(),
    );
    return Promise.all([...boxes, ...heads]);
  };
  await expect(page.getByRole('columnheader', { name: 'Razão social' })).toBeVisible();
  // The columns follow the rows, which are there before the code.
  await expect(page.getByText(/^[\d.]+ empresas$/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Selecionar todos' })).toHaveCount(0);
  const before = await places();
  arrive();
  await expect(page.getByRole('checkbox', { name: 'Selecionar todos' })).toHaveCount(1);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const [list, rows, ...heads] = await places();
  expect(heads).toEqual(before.slice(2));
  // The pages of the list come with its rows, below them.
  for (const [at, box] of [list, rows].entries())
    expect([box!.x, box!.y, box!.width]).toEqual([before[at]!.x, before[at]!.y, before[at]!.width]);
  await test.step('the rows stay where they are when the columns are set at once, with code that is there', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('button', { name: 'Segurança' }).click();
    await menu.getByRole('link', { name: 'Usuários' }).click();
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
    const scroller = page.locator('[data-scroller]');
    await scroller.evaluate((box) => box.scrollTo({ top: 300 }));
    await page.getByRole('button', { name: 'Colunas' }).click();
    await expect(page.getByRole('dialog', { name: 'Colunas' })).toBeInViewport();
    await expect.poll(() => scroller.evaluate((box) => box.scrollTop)).toBe(300);
  });
});

test('in a low window the page scrolls a list of more than a hundred rows, of which few are there', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const people = Array.from({ length: 120 }, (_, at) => ({ name: `Pessoa ${at} ${suffix}`, isActive: 'N' }));
  while (people.length > 0)
    await Promise.all(people.splice(0, 12).map((person) => admin.createPerson(person)));
  await page.setViewportSize({ width: 1280, height: 450 });
  await page.goto(`/admin-user?text=${suffix}&isActive=N&perPage=200`);
  const rows = page.locator('[data-line]');
  await expect(rows.first()).toBeVisible();
  const count = 120;
  // The head is a line, too: the rows come after it.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', `${count + 1}`);
  const inSight = () =>
    page.evaluate(() => {
      const view = document.querySelector('[data-screen]')!.getBoundingClientRect();
      const lines = [...document.querySelectorAll('[data-line]')].filter((line) => {
        const box = line.getBoundingClientRect();
        return box.top < view.bottom && box.bottom > view.top;
      });
      return {
        first: Number(lines.at(0)?.getAttribute('data-line')),
        last: Number(lines.at(-1)?.getAttribute('data-line')),
        // Rows stand from the top of the view to its end, without a gap.
        gap: view.bottom - (lines.at(-1)?.getBoundingClientRect().bottom ?? 0),
      };
    });
  expect((await hidden(page, '[data-scroller]')).y).toBe(0);
  expect((await hidden(page, '[data-screen]')).y).toBeGreaterThan(count * 30);
  expect(await rows.count()).toBeLessThanOrEqual(60);

  await page.locator('[data-screen]').evaluate((screen) => screen.scrollTo({ top: screen.scrollHeight / 2 }));
  await expect.poll(async () => (await inSight()).gap).toBeLessThanOrEqual(0);
  const middle = await inSight();
  expect(middle.first).toBeGreaterThan(count / 4);
  expect(middle.last).toBeLessThan(count - 10);
  expect(await rows.count()).toBeLessThanOrEqual(60);
  // Nothing stays at the top but the page's header.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('columnheader', { name: 'Nome' })).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Paginação' })).not.toBeInViewport();

  // The keyboard goes to rows that are not there yet, below the page's header.
  await page
    .locator(`[data-line="${middle.first + 4}"]`)
    .getByRole('button')
    .first()
    .focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[data-line="${count - 1}"] :focus`)).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  const first = page.locator('[data-line="0"]');
  await expect(first).toBeInViewport({ ratio: 1 });
  const header = await placeOf(page.getByRole('heading', { level: 1 }));
  expect((await placeOf(first)).y).toBeGreaterThan(header.y + header.height);

  await page.setViewportSize({ width: 1280, height: 768 });
  expect((await hidden(page, '[data-screen]')).y).toBe(0);
  expect((await hidden(page, '[data-scroller]')).y).toBeGreaterThan(500);
});

test('names without a space, in other scripts and with combining marks stay in their card at 320 pixels', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const names = [
    `${'x'.repeat(180)}${suffix}`,
    `محمد عبد الرحمن ${suffix}`,
    `👩‍👩‍👧‍👦👩🏽‍🚀 ${suffix}`,
    `Z̷̛̤a͖̽l̫̐g̰̈o̤͊ ${suffix}`,
  ];
  for (const name of names) await admin.createPerson({ name, isActive: 'N' });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`/admin-user?isActive=N&text=${suffix}`);
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Ações de/ }) });
  await expect(cards).toHaveCount(names.length);
  for (const card of await cards.all()) {
    const box = await placeOf(card);
    const more = await placeOf(card.getByRole('button', { name: /^Ações de/ }));
    const name = await placeOf(card.getByRole('button').first());
    expect([box.x, box.width, box.height]).toEqual([0, 320, 76]);
    expect(name.x + name.width).toBeLessThanOrEqual(more.x);
    // A date is there as a whole or not at all.
    const beyond = await card
      .getByText(/^\d\d\/\d\d\/\d{4}$/)
      .evaluate(
        (date) => date.getBoundingClientRect().right - date.parentElement!.getBoundingClientRect().right,
      );
    expect(beyond).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

const selecting: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  access: { screen: 'admin-user', verb: 'read' },
  sources: {
    users: { get: '/adm/v2/sec/user', rows: 'data.rows', total: 'data.totalRows', list: 'state.list' },
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

/** Publishes a list of people with a selection and opens it. */
async function openSelecting(page: Page, admin: Api, id: string): Promise<void> {
  const definition = { ...selecting, id, path: `/${id}`, title: 'Seleção' };
  expect(await admin.call('POST', '/adm/v2/def', { definition })).toMatchObject({ status: 200 });
  const publish = `/adm/v2/def/screen/${id}/publish`;
  expect(await admin.call('POST', publish, { comment: 'new' })).toMatchObject({ status: 200 });
  await page.goto(`/${id}`);
}

test('the bar of a selection takes the place of the filters, nothing moves, and the columns are set by the keyboard', async ({
  page,
  admin,
}) => {
  await openSelecting(page, admin, `selecting-${unique()}`);
  const first = page.getByRole('checkbox', { name: /^Selecionar (?!todos)/ }).first();
  await first.waitFor();
  const filters = await placeOf(page.getByRole('main').getByRole('search'));
  expect(filters.height).toBeCloseTo(56, 0);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=columnheader], th, [data-row="1"], nav')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    );
  const before = await places();
  await first.click();
  const bar = page.getByRole('region', { name: 'Seleção' });
  await expect(bar).toContainText('1 selecionado');
  const box = await placeOf(bar);
  expect([box.x, box.y, box.height].map(Math.round)).toEqual([filters.x, filters.y, 56].map(Math.round));
  expect(await places()).toEqual(before);
  await expect(page.getByRole('button', { name: 'Colunas' })).toBeInViewport({ ratio: 1 });
  // The row before this one, by the keyboard, and back.
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  expect(await places()).toEqual(before);
  await expect(first).toBeFocused();

  // What has no room is in a menu; the button that clears always is in sight.
  await page.setViewportSize({ width: 820, height: 768 });
  await first.click();
  await expect(page.getByRole('button', { name: 'Limpar seleção' })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: /^Mais \d aç/ })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  // On a phone it stands at the bottom, from edge to edge, and toasts above it.
  await page.setViewportSize({ width: 390, height: 844 });
  await first.click();
  await expect(bar).toBeInViewport({ ratio: 1 });
  const low = await placeOf(bar);
  expect([low.x, low.width, Math.round(low.y + low.height)]).toEqual([0, 390, 844]);
  await bar.getByRole('button', { name: 'Ativar' }).click();
  const toastBox = await placeOf(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem'));
  expect(toastBox.y + toastBox.height).toBeLessThan(low.y);
  await bar.getByRole('button', { name: 'Limpar seleção' }).click();
  await expect(bar).toHaveCount(0);

  await test.step('the columns are set by the keyboard, and the focus returns to the button', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const button = page.getByRole('button', { name: 'Colunas' });
    await expect(button).toHaveText('Colunas');
    const [list, place] = [await placeOf(page.locator('[data-scroller]')), await placeOf(button)];
    // At the right end of the toolbar.
    expect(list.x + list.width - (place.x + place.width)).toBeLessThan(16);
    await button.focus();
    await page.keyboard.press('Enter');
    const email = page.getByRole('checkbox', { name: 'E-mail' });
    await expect(email).toBeVisible();
    await email.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(email).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test('the columns are set where the table stands: rows, scroll and focus stay, as the head does without any rows', async ({
  page,
}) => {
  await openUsers(page);
  // Hidden for screen readers while the panel is open.
  const columns = page.getByRole('button', { name: 'Colunas', includeHidden: true });
  const scroller = page.locator('[data-scroller]');
  await scroller.evaluate((box) => box.scrollTo({ top: 300 }));
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('th[data-key], [data-row], [data-edge], nav')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    );
  const before = await places();
  const button = await placeOf(columns);
  await columns.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Colunas' });
  await expect(panel).toBeInViewport({ ratio: 1 });
  await expect.poll(places).toEqual(before);
  expect(await placeOf(columns)).toEqual(button);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(columns).toBeFocused();
  expect(await scroller.evaluate((box) => box.scrollTop)).toBe(300);

  // The choice is the person's: it is there from the first row of the next visit.
  await page.keyboard.press('Enter');
  await panel.getByRole('checkbox', { name: 'Login' }).click();
  await page.keyboard.press('Escape');
  const login = page.getByRole('columnheader', { name: 'Login' });
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible();
  await expect(login).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  await expect(login).toHaveCount(0);
  await columns.click();
  await panel.getByRole('button', { name: 'Restaurar padrão' }).click();
  await page.keyboard.press('Escape');
  await expect(login).toBeVisible();
  await test.step('filters that match nothing keep the head, and are cleared below it', async () => {
    const head = page.getByRole('columnheader', { name: 'Nome' });
    await expect(head).toBeVisible();
    const at = await placeOf(head);
    await page.goto(`/admin-user?text=${unique()}`);
    await expect(page.getByText('Nenhum item corresponde à busca e aos filtros.')).toBeInViewport({
      ratio: 1,
    });
    const now = await placeOf(head);
    expect([now.x, now.y, now.height]).toEqual([at.x, at.y, at.height]);
    expect((await hidden(page, '[data-scroller]')).y).toBe(0);
    const clear = page.getByRole('button', { name: 'Limpar Filtros' }).last();
    await clear.click();
    await expect(page).toHaveURL('/admin-user');
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  });
});
