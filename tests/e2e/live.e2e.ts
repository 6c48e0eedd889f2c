import type { Page } from '@playwright/test';
import { openUsers, rowOf } from './support/screen.ts';
import { unique } from './support/api.ts';
import { expect, test } from './support/test.ts';

test('rights that are taken and given change menu, buttons and screens of who is signed in', async ({
  openAs,
  admin,
}) => {
  const login = unique();
  const person = await admin.createPerson({ login });
  const { rows } = await admin.get<{ rows: { id: number; key: string }[] }>('/adm/v2/cas/screen');
  const telaId = rows.find(({ key }) => key === 'admin-user')!.id;
  const give = (read: 'Y' | 'N', create: 'Y' | 'N') => ({
    newPermissions: [
      { telaId, flagConsulta: read, flagInclusao: create, flagAlteracao: 'N', flagExclusao: 'N' },
    ],
  });
  const { body } = await admin.call<{ id: number }>('POST', '/adm/v2/cas/agrp', {
    nomeGrupo: `Grupo ${login}`,
    active: 'Y',
    newUsers: [person.id],
    ...give('Y', 'Y'),
  });
  const group = `/adm/v2/cas/agrp/${(body as { data: { id: number } }).data.id}`;
  const set = async (...flags: ['Y' | 'N', 'Y' | 'N']) =>
    expect((await admin.call('PUT', group, give(...flags))).status).toBe(200);

  const page = await openAs(login);
  await openUsers(page);
  const create = page.getByRole('button', { name: 'Usuário', exact: true });
  const entry = page.getByRole('navigation', { name: 'Menu principal' }).getByText('Segurança');
  await expect(create).toBeVisible();
  await expect(entry).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await set('Y', 'N');
  await expect(create).toHaveCount(0);
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  await set('Y', 'Y');
  await expect(create).toBeVisible();

  await set('N', 'N');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expect(entry).toHaveCount(0);
  await set('Y', 'N');
  await expect(entry).toHaveCount(1);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a record names the others who are in it, keeps what is typed, and asks where both changed the same', async ({
  page,
  openAs,
  admin,
}) => {
  const person = await admin.createPerson();
  const address = `/admin-user/${person.id}`;
  await page.goto(address);
  const name = page.getByRole('textbox', { name: 'Nome', exact: true });
  const email = page.getByRole('textbox', { name: 'E-mail', exact: true });
  await expect(name).toHaveValue(person.name);
  await test.step('who is in it sees the others there, until they leave', async () => {
    const others = page.getByText('Também aqui').locator('..');
    await expect(others).toHaveCount(0);

    const theirs = await openAs('leitor');
    await theirs.goto(address);
    await expect(theirs.getByText('Também aqui').locator('..').getByRole('img')).toHaveAccessibleName(
      admin.me.name,
    );
    await expect(others.getByRole('img')).toHaveCount(1);
    // A second tab of the same person is nobody else, and stays when the first one is closed.
    const second = await theirs.context().newPage();
    await second.goto(address);
    await expect(second.getByText('Também aqui')).toBeVisible();
    await theirs.goto('/admin-user');
    await expect(others.getByRole('img')).toHaveCount(1);
    await second.close();
    await expect(others).toHaveCount(0);
  });
  await name.fill('Meu nome');
  await admin.change(person.id, { email: `novo.${person.email}` });
  await expect(email).toHaveValue(`novo.${person.email}`);
  await expect(name).toHaveValue('Meu nome');

  await admin.change(person.id, { name: 'Nome de outra pessoa' });
  const conflict = page.getByRole('alert').filter({ hasText: 'Nome de outra pessoa' });
  await expect(conflict).toBeVisible();
  await expect(name).toHaveValue('Meu nome');
  await conflict.getByRole('button', { name: 'Manter o meu texto' }).click();
  await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
  await expect
    .poll(async () => (await admin.get<{ name: string }>(`/adm/v2/sec/user/${person.id}`)).name)
    .toBe('Meu nome');
});

test('a list shows what another person changes, without a reload, in tabs that share one connection, which outlives each of them', async ({
  context,
  admin,
}) => {
  const mark = unique();
  const person = await admin.createPerson({ name: `Nome0 ${mark}` });
  let sockets = 0;
  const open = async () => {
    const page = await context.newPage();
    page.on('websocket', () => (sockets += 1));
    await openUsers(page, mark);
    await expect(rowOf(page, `Nome0 ${mark}`)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    return page;
  };
  const [first, second] = [await open(), await open()];
  const change = async (name: string, pages: Page[]) => {
    await admin.change(person.id, { name });
    for (const page of pages) await expect(rowOf(page, name)).toBeVisible();
  };
  await change(`Nome1 ${mark}`, [first, second]);
  const other = await admin.createPerson({ name: `Segunda ${mark}` });
  await expect(rowOf(first, `Segunda ${mark}`)).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/sec/user/${other.id}`)).status).toBe(200);
  await expect(rowOf(first, `Segunda ${mark}`)).toHaveCount(0);
  expect(await first.evaluate(() => 'isSamePage' in window)).toBe(true);
  // The connection of a shared worker is none of the page.
  expect(sockets).toBe(0);
  await first.close();
  await change(`Nome2 ${mark}`, [second]);

  await test.step('without shared workers tabs have connections of their own', async () => {
    await second.close();
    await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    await admin.change(person.id, { name: `Nome0 ${mark}` });
    const [third, fourth] = [await open(), await open()];
    await change(`Nome3 ${mark}`, [third, fourth]);
    expect(sockets).toBe(2);
    await third.close();
    await change(`Nome4 ${mark}`, [fourth]);
  });
});
