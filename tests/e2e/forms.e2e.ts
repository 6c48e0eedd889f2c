import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { unique } from './support/api.ts';
import { openUsers, rowOf, toast } from './support/screen.ts';
import { placeOf, settled } from './support/place.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
const header = (page: Page) =>
  page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });

/** Upper edges of the fields of a new person, from the top of the form. */
async function tops(page: Page, names: readonly string[]): Promise<number[]> {
  return Promise.all(names.map(async (name) => (await placeOf(field(page, name))).y));
}

test('header and body of a form have one measure, rows are 68 high, errors move nothing, and a small window keeps room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 620 });
  await page.goto('/admin-user/create');
  await expect(field(page, 'Nome')).toBeVisible();
  const card = await placeOf(page.getByRole('region', { name: 'Dados pessoais' }));
  const button = await placeOf(save(page));
  expect(card.width).toBe(1040);
  expect(button.x + button.width).toBe(card.x + card.width);
  expect((await placeOf(header(page))).height).toBe(52);
  // The body starts 8 below the header.
  const { y, height } = await placeOf(header(page));
  expect(card.y - (y + height)).toBe(8);

  await page.getByRole('switch').click();
  await field(page, 'Confirmar senha').scrollIntoViewIfNeeded();
  await page.mouse.move(card.x + 100, card.y + 100);
  await page.mouse.wheel(0, 2_000);
  await expect
    .poll(async () => (await placeOf(page.getByRole('region', { name: 'Dados pessoais' }))).y)
    .toBeLessThan(card.y);
  expect((await placeOf(save(page))).y).toBe(button.y);
  // What the keyboard reaches is not behind the header.
  await field(page, 'Login').focus();
  for (let at = 0; at < 12; at += 1) {
    await page.keyboard.press('Shift+Tab');
    const focused = await page.evaluate(() => {
      const one = document.activeElement!;
      return { y: one.getBoundingClientRect().y, isInForm: one.closest('form') !== null };
    });
    if (focused.isInForm) expect(focused.y).toBeGreaterThan(y + height);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  const names = ['Nome', 'E-mail', 'CPF', 'Login', 'Senha', 'Confirmar senha'];
  await expect(field(page, 'Confirmar senha')).toBeVisible();
  const before = await tops(page, names);
  expect(before[2]! - before[0]!).toBe(68);
  expect(before[5]! - before[3]!).toBe(68);
  for (const name of names) expect((await placeOf(field(page, name).locator('..'))).height, name).toBe(32);

  await save(page).click();
  await expect(
    toast(page, 'Os seguintes campos não podem ser vazios: Nome, E-mail, Login, Senha, Confirmar senha'),
  ).toBeVisible();
  await expect(page.getByRole('main').getByText('Os seguintes campos')).toHaveCount(0);
  expect(await tops(page, names)).toEqual(before);
  await field(page, 'CPF').fill('11111111111');
  await field(page, 'CPF').press('Tab');
  await expect(field(page, 'CPF')).toHaveAccessibleDescription('Informe um CPF válido.');
  expect(await tops(page, names)).toEqual(before);

  // The count in the header leads to the first of them.
  await page.getByRole('button', { name: '6 campos a corrigir' }).click();
  await expect(field(page, 'Nome')).toBeFocused();

  // A window of 360 by 225 is one of 1440 by 900 at 400 %.
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 225 });
  const strip = header(page).getByRole('status');
  await expect(strip).toBeInViewport({ ratio: 1 });
  await field(page, 'CPF').scrollIntoViewIfNeeded();
  await field(page, 'CPF').focus();
  // The line of title and buttons stays, the counts below it scroll away.
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await expect(strip).not.toBeInViewport();
  await save(page).click();
  await expect(toast(page, /^Os seguintes campos não podem ser vazios/)).toBeVisible();
  const box = await placeOf(toasts(page));
  // It stands over the shell's header: the rest is the form's.
  expect(box.y + box.height).toBeLessThanOrEqual(56);
  expect((await placeOf(save(page))).y).toBeGreaterThanOrEqual(52);
  await expect(field(page, 'Nome')).toBeFocused();
  await expect(field(page, 'Nome')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('saving stays on the page; a new and a deleted person lead back to the list as it was', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const person = await admin.createPerson({ name: `Otília ${suffix}` });
  await openUsers(page, suffix);
  await rowOf(page, person.name).getByText(person.name).click();
  await expect(field(page, 'Nome')).toHaveValue(person.name);
  for (const name of [`Otília A ${suffix}`, `Otília B ${suffix}`]) {
    await field(page, 'Nome').fill(name);
    await page.keyboard.press('Control+s');
    await expect(toast(page, `Usuário ${name} foi editado com sucesso.`)).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
    await expect(page.getByText('não salva')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Sim, deletar' }).click();
  await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
  await expect(page.getByText('Não há itens para exibir')).toBeVisible();

  await page.getByRole('button', { name: 'Usuário', exact: true }).click();
  await field(page, 'Nome').fill(`Nova ${suffix}`);
  await field(page, 'E-mail').fill(`${suffix}@acme.example`);
  await save(page).click();
  await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
  await expect(rowOf(page, `Nova ${suffix}`)).toBeVisible();
});

/** Starts to collect what the browser counts as moved without being asked, typing included. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  const watch = await page.evaluateHandle(() => {
    const moved: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.textContent ?? '').join(' | ')}`);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    return { moved, take: () => note(observer.takeRecords()) };
  });
  return () =>
    watch.evaluate(async ({ moved, take }) => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      take();
      return moved;
    });
}

test('counts come and go without moving anything, at each width', async ({ page, admin }) => {
  const person = await admin.createPerson({ name: `Gustavo ${unique()}` });
  await page.goto(`/admin-user/${person.id}`);
  await expect(field(page, 'Nome')).toHaveValue(person.name);
  await expect(page.getByRole('button', { name: 'Mais ações' })).toBeVisible();
  const counts = header(page).getByRole('status');
  const before = await Promise.all(['E-mail', 'CPF', 'Nome'].map((name) => field(page, name).inputValue()));
  const steps: [name: string, value: string, changes: RegExp, invalid: string[]][] = [
    ['E-mail', 'x', /1 (alteração )?não salva/, ['1 campo a corrigir']],
    ['CPF', '111.111.111-11', /2 (alterações )?não salvas/, ['2 campos a corrigir']],
    ['Nome', 'Outro nome', /3 (alterações )?não salvas/, ['2 campos a corrigir']],
    ['CPF', '529.982.247-25', /3 (alterações )?não salvas/, ['1 campo a corrigir']],
    ['E-mail', before[0]!, /2 (alterações )?não salvas/, []],
    ['CPF', before[1]!, /1 (alteração )?não salva/, []],
    ['Nome', before[2]!, /^(Sem alterações)?$/, []],
  ];
  for (const width of [1440, 1024, 800, 390])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await expect(counts).toBeAttached();
      const moved = await watchShifts(page);
      for (const [name, value, changes, invalid] of steps) {
        await field(page, name).fill(value);
        await field(page, name).press('Tab');
        await expect(counts).toContainText(changes);
        await expect(counts.getByRole('button')).toHaveText(invalid);
      }
      expect(await moved()).toEqual([]);
    });
});

test('controls of several lines have their room before the record is there', async ({ page, admin }) => {
  const put = async (address: string, definition: JsonObject) => {
    const stored = await admin.call('PUT', address, { definition, version: 0 });
    if (stored.status === 200) await admin.call('POST', `${address}/publish`, { comment: 'new' });
  };
  await put('/adm/v2/def/form/tall-controls', {
    kind: 'form',
    formatVersion: 2,
    id: 'tall-controls',
    schema: {
      type: 'object',
      properties: { notes: { type: 'string' }, rest: {}, text: { type: 'string' }, name: { type: 'string' } },
    },
    ui: {
      sections: [
        {
          id: 'all',
          columns: 1,
          fields: [
            { field: 'notes', widget: 'textarea', label: 'Notas' },
            { field: 'rest', widget: 'json', label: 'Resto' },
            { field: 'text', widget: 'richtext', label: 'Texto' },
            { field: 'name', label: 'Nome' },
          ],
        },
      ],
    },
  });
  await put('/adm/v2/def/screen/tall-controls', {
    kind: 'screen',
    formatVersion: 2,
    id: 'tall-controls',
    path: '/tall-controls',
    title: 'Campos altos',
    access: { screen: 'admin-user', verb: 'read' },
    sources: { person: { get: '/adm/v2/sec/user/1', record: 'data' } },
    body: [
      {
        id: 'form',
        type: 'form',
        source: 'person',
        props: { form: 'tall-controls', value: { $expr: 'data.person.record' } },
      },
    ],
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/adm/v2/sec/user/1', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/tall-controls');
  const waiting = page.getByLabel('Carregando o formulário');
  // A label and a control for each of the four fields, once the form is known.
  const bones = waiting.locator('span');
  await expect(bones).toHaveCount(8);
  const edges = await bones.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  const places = edges.filter((_, at) => at % 2 === 1);
  answer();
  const controls = ['Notas', 'Resto', 'Nome'].map((name) => field(page, name).locator('..'));
  await expect(field(page, 'Texto')).toBeVisible();
  // The bar of the rich text is above its text.
  const [notes, rest, , name] = places;
  expect(await Promise.all(controls.map(async (one) => (await placeOf(one)).y))).toEqual([notes, rest, name]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('placeholders have the places and heights of the fields, and counts a line that is there before', async ({
    page,
    admin,
  }) => {
    const person = await admin.createPerson();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/adm/v2/sec/user/${person.id}`, async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(`/admin-user/${person.id}`);
    const sections = page.getByRole('region');
    await expect(page.getByRole('status', { name: 'Carregando o formulário' })).toBeVisible();
    await expect(sections).toHaveCount(2);
    const places = () =>
      sections.evaluateAll((all) =>
        all.map((one) => {
          const { y, height } = one.getBoundingClientRect();
          return [y, height];
        }),
      );
    const before = await places();
    const bars = await sections
      .first()
      .locator('h2 ~ *, div > div > span:last-child')
      .evaluateAll((all) =>
        all.filter((one) => one.matches('span')).map((one) => one.getBoundingClientRect().height),
      );
    expect(new Set(bars)).toEqual(new Set([44]));
    answer();
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    expect(await places()).toEqual(before);

    const name = field(page, 'Nome');
    const { y } = await placeOf(name);
    expect((await placeOf(field(page, 'E-mail'))).y - y).toBe(80);
    expect((await placeOf(name.locator('..'))).height).toBe(44);
    await name.fill('Outro nome');
    await expect(page.getByText('1 não salva')).toBeVisible();
    expect((await placeOf(name)).y).toBe(y);
    // The back arrow leaves; the menu discards, and can take that back.
    await expect(page.getByRole('button', { name: 'Cancelar' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Mais ações' }).tap();
    await page.getByRole('menuitem', { name: 'Descartar alterações' }).tap();
    await expect(name).toHaveValue(person.name);
    await page.getByRole('button', { name: 'Desfazer' }).tap();
    await expect(name).toHaveValue('Outro nome');
  });
});

test('the press that leads to the last step of a form does not send it', async ({ page, admin }) => {
  const id = `etapas-${unique()}`;
  const document = {
    kind: 'form',
    formatVersion: 2,
    id,
    schema: {
      type: 'object',
      properties: { name: { type: 'string', title: 'Nome' }, city: { type: 'string', title: 'Cidade' } },
    },
    ui: {
      sections: ['name', 'city'].map((one) => ({ id: one, fields: [one] })),
      steps: ['name', 'city'].map((one) => ({ id: one, title: `Etapa ${one}`, sections: [one] })),
      summary: false,
    },
  };
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}`,
    title: id,
    access: { screen: 'admin-user', verb: 'read' },
    body: [
      {
        id: 'form',
        type: 'form',
        props: { document },
        on: { submit: [{ toast: { success: { $expr: "'Enviado: ' & event.values.city" } } }] },
      },
    ],
  };
  expect(await admin.call('POST', '/adm/v2/def', { definition })).toMatchObject({ status: 200 });
  const publish = `/adm/v2/def/screen/${id}/publish`;
  expect(await admin.call('POST', publish, { comment: id })).toMatchObject({ status: 200 });
  try {
    await page.goto(`/${id}`);
    await field(page, 'Nome').fill('Ana');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await field(page, 'Cidade').fill('Recife');
    await expect(toast(page, /Enviado/)).toHaveCount(0);
    await save(page).click();
    await expect(toast(page, 'Enviado: Recife')).toBeVisible();
    await expect(toast(page, /Enviado/)).toHaveCount(1);
  } finally {
    await admin.call('POST', `/adm/v2/def/screen/${id}/remove`);
  }
});
