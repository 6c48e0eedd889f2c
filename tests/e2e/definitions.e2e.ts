import type { Locator } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { expectAccessible } from './support/accessible.ts';
import { unique } from './support/api.ts';
import {
  definitions,
  editor,
  preview,
  replaceTitle,
  saveMeanwhile,
  titleLine,
  usersDefinition,
} from './support/definitions.ts';
import { placeOf } from './support/place.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an administrator changes a screen, previews it, publishes it, rolls it back, and lets a group in and out again', async ({
  page,
  openAs,
}) => {
  await page.goto(definitions);
  await page.getByRole('main').getByRole('searchbox').fill('admin-user-create');
  await expect(page.getByRole('row').filter({ hasText: 'admin-user-create' })).toContainText('Original');
  await expectAccessible(page);

  await page.goto(usersDefinition);
  await expect(editor(page).locator('.view-line').first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await expectAccessible(page);

  // The diagnostic has a position, and the last valid preview stays.
  await replaceTitle(page, '12');
  const diagnostic = editor(page).getByRole('button', { name: /\/title/ });
  await expect(diagnostic).toContainText('Linha 6');
  await expect(preview(page)).toContainText('Desatualizada');
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeDisabled();
  await diagnostic.click();
  await page.getByRole('tab', { name: 'Diferença' }).click();
  // The library's own words, too.
  await expect(page.getByText(/^\d+ linhas ocultas$/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(toast(page, /^O rascunho não foi salvo: corrija/)).toBeVisible();
  await expect(diagnostic).toBeVisible();

  await replaceTitle(page, '"Gente daqui"');
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  await expect(preview(page)).not.toContainText('Desatualizada');

  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Rascunho salvo')).toBeVisible();
  const colleague = await openAs('admin');
  await colleague.goto('/admin-user');
  await expect(colleague).toHaveTitle(/^Usuários/);

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Um nome mais próximo');
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await expect(toast(page, 'Definição publicada')).toBeVisible();
  await colleague.goto('/admin-user');
  await expect(colleague).toHaveTitle(/^Gente daqui/);

  await page.getByRole('tab', { name: 'Histórico' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Um nome mais próximo' })).toContainText('Em uso');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Voltar ao original' }).click();
  await page.getByRole('button', { name: 'Sim, confirmar' }).click();
  await expect(toast(page, 'Versão publicada de novo')).toBeVisible();
  await colleague.goto('/admin-user');
  await expect(colleague).toHaveTitle(/^Usuários/);

  await test.step('a group is let in to a screen of the product, and out again', async () => {
    const person = await openAs('atendente');
    await person.goto('/admin-user');
    await expect(person).toHaveURL(/restricted-access/);

    const groups = page.getByRole('dialog', { name: 'Grupos com acesso' });
    const support = page.getByRole('menuitemcheckbox', { name: 'Atendimento' });
    const change = async () => {
      await page.getByRole('button', { name: 'Mais ações' }).first().click();
      await page.getByRole('menuitem', { name: 'Grupos com acesso' }).click();
      await groups.getByRole('combobox', { name: 'Grupos que podem abrir' }).click();
      await support.click();
      await page.keyboard.press('Escape');
      await groups.getByRole('button', { name: 'Salvar' }).click();
      await expect(groups).toBeHidden();
    };
    await change();
    await person.goto('/admin-user');
    await expect(person.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
    await expect(person.getByRole('button', { name: 'Usuário', exact: true })).toHaveCount(0);
    await change();
    await person.goto('/admin-user');
    await expect(person).toHaveURL(/restricted-access/);
  });
});

test('a new screen comes with its permission, is published, taken back and deleted', async ({
  page,
  admin,
  openAs,
}) => {
  const id = unique();
  await page.goto(definitions);
  await page.locator('#new').click();
  const dialog = page.getByRole('dialog');
  await test.step('a tall dialog keeps its distance from the edges of a low window', async () => {
    await page.setViewportSize({ width: 1024, height: 600 });
    await expect(dialog.getByRole('textbox', { name: /^Nome/ })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Criar' })).toBeInViewport({ ratio: 1 });
    const box = await placeOf(dialog);
    expect(box.y).toBeGreaterThanOrEqual(16);
    expect(box.y + box.height).toBeLessThanOrEqual(600 - 16);
    // Text that has no room is scrolled in the dialog.
    expect(box.height).toBeGreaterThan(500);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(`Loja Ação ${id}`);
  // The identifier follows the name until another one is chosen.
  await expect(dialog.getByText(`loja-acao-${id}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Identificador à sua escolha (opcional)' }).fill('admin-user');
  const groups = dialog.getByRole('combobox', { name: 'Grupos que podem abrir' });
  await groups.click();
  await page.getByRole('menuitemcheckbox', { name: 'Somente leitura' }).click();
  await page.keyboard.press('Escape');
  // Groups read, and no more unless it is chosen.
  for (const verb of ['Incluir', 'Alterar', 'Excluir'])
    await expect(dialog.getByRole('checkbox', { name: verb })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Alterar' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Criar' }).click();
  await expect(dialog.getByText("A definição 'admin-user' já existe.")).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Identificador à sua escolha (opcional)' }).fill(id);
  await dialog.getByRole('button', { name: 'Criar' }).click();

  await expect(page.getByRole('heading', { level: 1, name: `Loja Ação ${id}` }).first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: `Loja Ação ${id}` })).toBeVisible();
  await expect(page.getByText('Nada publicado ainda')).toBeVisible();
  const granted = await admin.get<{ rows: { name: string; verbs: string[] }[] }>(
    `/adm/v2/def/screen/${id}/groups`,
  );
  expect(granted.rows).toMatchObject([{ name: 'Somente leitura', verbs: ['update'] }]);
  await page.locator('#definitionPublish').click();
  await dialog.getByRole('textbox').fill('a primeira');
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('button', { name: 'Telas próprias' }).click();
  await page.getByRole('link', { name: `Loja Ação ${id}` }).click();
  await expect(editor(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: `Loja Ação ${id}` })).toBeVisible();

  const reader = await openAs('leitor');
  await reader.goto(`/${id}`);
  await expect(reader.getByRole('heading', { level: 1, name: `Loja Ação ${id}` })).toBeVisible();
  const outsider = await openAs('atendente');
  await outsider.goto(`/${id}`);
  await expect(outsider).toHaveURL(/restricted-access/);

  // Its groups change afterwards, too.
  await page.goto(`/admin-definition/screen/${id}`);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Grupos com acesso' }).click();
  const allowed = dialog.getByRole('combobox', { name: 'Grupos que podem abrir' });
  await expect(dialog.getByText('Somente leitura').first()).toBeVisible();
  await allowed.click();
  await page.getByRole('menuitemcheckbox', { name: 'Atendimento' }).click();
  await page.keyboard.press('Escape');
  // A group that is there already gets more.
  await dialog.getByRole('combobox', { name: 'Podem incluir' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Somente leitura' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Grupos alterados')).toBeVisible();
  expect(await admin.get(`/adm/v2/def/screen/${id}/groups`)).toMatchObject({
    rows: [
      { name: 'Atendimento', verbs: [] },
      { name: 'Somente leitura', verbs: ['create', 'update'] },
    ],
  });
  await outsider.goto(`/${id}`);
  await expect(outsider.getByRole('heading', { level: 1, name: `Loja Ação ${id}` })).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Despublicar' }).click();
  await expect(dialog.getByText('Está no menu')).toBeVisible();
  await dialog.getByRole('button', { name: 'Despublicar' }).click();
  await expect(toast(page, 'Publicação desfeita')).toBeVisible();
  await reader.goto(`/${id}`);
  await expect(reader.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir definição' }).click();
  await dialog.getByRole('button', { name: 'Excluir definição' }).click();
  await expect(toast(page, 'Definição excluída')).toBeVisible();
  // Other journeys may have screens of their own in the menu.
  await expect(page.getByRole('link', { name: `Loja Ação ${id}` })).toBeHidden();
  await page.getByRole('main').getByRole('searchbox').fill(id);
  await expect(page.getByText('Nenhum item corresponde à busca e aos filtros.')).toBeVisible();

  await test.step('a definition that does not exist has a page that says so', async () => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto('/admin-definition/screen/nope');
    await expect(page.getByText('Página não encontrada')).toBeVisible();
    await expect(page).toHaveTitle(/^Página não encontrada/);
    await expect(editor(page)).toBeHidden();
    expect(requested.filter((path) => path.includes('/nope/'))).toEqual([]);
    await page.getByRole('button', { name: 'Definições' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
  });
});

test('a screen is created, written, published and deleted with the keyboard alone', async ({ page }) => {
  const name = unique();
  const dialog = page.getByRole('dialog');
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Moves the focus there as a person does. */
  const tabTo = async (target: Locator, key = 'Tab') => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 100 && !(await isFocused(target)); presses += 1)
      await page.keyboard.press(key);
    await expect(target).toBeFocused();
  };
  const press = async (target: Locator, key?: string) => {
    await tabTo(target, key);
    await page.keyboard.press('Enter');
  };
  const pressInMenu = async (item: string) => {
    await press(page.getByRole('button', { name: 'Mais ações' }), 'Shift+Tab');
    const target = page.getByRole('menuitem', { name: item });
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
    for (let presses = 0; presses < 10 && !(await isFocused(target)); presses += 1)
      await page.keyboard.press('ArrowDown');
    await expect(target).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await page.goto(definitions);
  await press(page.locator('#new'));
  await tabTo(dialog.getByRole('textbox', { name: 'Nome' }));
  await page.keyboard.type(name);
  await tabTo(dialog.getByRole('combobox', { name: 'Grupos que podem abrir' }));
  await page.keyboard.type('Somente');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Somente leitura' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await press(dialog.getByRole('button', { name: 'Criar' }));
  await expect(page.getByText('Nada publicado ainda')).toBeVisible();

  // Typed into the text, saved from there and left with Tab, as the line above the text says.
  const text = editor(page).getByRole('textbox').first();
  await tabTo(text);
  await expect(editor(page).getByText('Ctrl S: salvar', { exact: true })).toBeVisible();
  await expect(editor(page).getByText('Tab: sair do texto')).toBeVisible();
  await expect(text).toHaveAccessibleDescription(/Tab passa ao próximo campo/);
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 5; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' nova');
  await expect(titleLine(page)).toContainText(`"${name} nova",`);
  await expect(page.getByText('Não salvo')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Rascunho salvo')).toBeVisible();
  await expect(page.getByText('Não salvo')).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await expect(titleLine(page)).toContainText(`"${name} nova",`);
  // Outside of the text, too.
  await page.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' e boa');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await expect(page.getByText('Não salvo')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Não salvo')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: `${name} nova e boa` }).first()).toBeVisible();

  const publish = page.locator('#definitionPublish');
  await press(publish, 'Shift+Tab');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('a primeira');
  await press(dialog.getByRole('button', { name: 'Publicar' }));
  await expect(toast(page, 'Definição publicada')).toBeVisible();
  // Nothing is left to publish, and the focus stays where it was.
  await expect(publish).toBeDisabled();
  await expect(publish).toBeFocused();

  await pressInMenu('Excluir definição');
  await press(dialog.getByRole('button', { name: 'Excluir definição' }));
  await expect(toast(page, 'Definição excluída')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-definition$/);
});

test('a definition that calls more than its publisher may is refused with the routes and the remedy', async ({
  admin,
  openAs,
}) => {
  const groups = await admin.get<{ rows: { id: number; nomeGrupo: string }[] }>('/adm/v2/dd/cas/agrp');
  const support = groups.rows.find(({ nomeGrupo }) => nomeGrupo === 'Atendimento')!.id;
  const grantEditing = (ids: number[]) =>
    admin.call('PUT', '/adm/v2/def/screen/admin-definition/groups', {
      groups: ids,
      create: ids,
      update: ids,
      delete: ids,
    });
  const id = unique();
  const definition: JsonObject = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}`,
    title: id,
    access: { screen: id, verb: 'read' },
    body: [
      {
        id: 'erase',
        type: 'button',
        props: { text: 'Apagar' },
        on: { press: [{ request: { delete: '/adm/v2/sec/user/1' } }] },
      },
    ],
  };
  expect((await grantEditing([support])).status).toBe(200);
  try {
    const grant = { groups: [support], verbs: [] };
    expect((await admin.call('POST', '/adm/v2/def', { definition, grant })).status).toBe(200);
    const page = await openAs('atendente');
    await page.goto(`/admin-definition/screen/${id}`);
    // Said while it is written, at its line.
    await expect(
      editor(page).getByText(/^Nenhuma rota que você pode chamar responde a DELETE/),
    ).toBeVisible();
    await page.locator('#definitionPublish').click();
    const dialog = page.getByRole('dialog', { name: 'Publicar definição' });
    await dialog.getByRole('textbox').fill('sem direito');
    await dialog.getByRole('button', { name: 'Publicar' }).click();
    await expect(
      dialog.getByText(
        'Esta definição chama rotas que você não pode chamar: DELETE /adm/v2/sec/user/:id. Peça a quem pode que publique, ou remova as chamadas.',
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByText('Nada publicado ainda')).toBeVisible();
  } finally {
    await admin.call('POST', `/adm/v2/def/screen/${id}/remove`);
    await grantEditing([]);
  }
});

test('the publication of an open screen replaces it, and keeps what is half-filled in its form', async ({
  page,
  admin,
}) => {
  const address = '/adm/v2/def/screen/admin-user-create';
  await page.goto('/admin-user/create');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Inês Meio Escrita');
  await saveMeanwhile(
    admin,
    'admin-user-create',
    (document) =>
      JSON.parse(
        JSON.stringify(document).replaceAll('"$screens.users.createTitle"', '"Gente nova"'),
      ) as JsonObject,
  );
  expect((await admin.call('POST', `${address}/publish`, { comment: 'outro nome' })).status).toBe(200);
  try {
    // By the event of the publication: nothing is loaded again here.
    await expect(page.getByRole('heading', { level: 1, name: 'Gente nova' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Inês Meio Escrita');
  } finally {
    await admin.call('POST', `${address}/rollback`, { version: 0 });
  }
});
