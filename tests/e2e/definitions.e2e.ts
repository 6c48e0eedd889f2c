import type { Locator, Page } from '@playwright/test';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { expectAccessible } from './support/accessible.ts';
import { unique, type Api } from './support/api.ts';
import { openUserMenu, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const list = '/admin-definition';
const users = '/admin-definition/screen/admin-user';

const editor = (page: Page) => page.locator('#definitionEditor');
const preview = (page: Page) => page.getByRole('region', { name: 'Pré-visualização' });

const titleLine = (page: Page) =>
  editor(page)
    .locator('.view-line', { hasText: /^\s*"title":\s/ })
    .first();

/** Saves a draft with another person's change meanwhile. */
async function saveMeanwhile(
  admin: Api,
  id: string,
  change: (document: JsonObject) => JsonObject,
): Promise<void> {
  const { definition, version } = await admin.get<DefinitionReply>(`/adm/v2/def/screen/${id}?draft=1`);
  const changed = change(definition as JsonObject);
  const { status } = await admin.call('PUT', `/adm/v2/def/screen/${id}`, { definition: changed, version });
  expect(status).toBe(200);
}

/** Pastes a text, which opens no suggestions and completes no quotes, as typing does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Replaces the line of the document's title by keyboard. */
async function replaceTitle(page: Page, title: string): Promise<void> {
  await titleLine(page).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await paste(page, `"title": ${title},`);
}

test('an administrator changes a screen, previews it, publishes it and rolls it back', async ({
  page,
  openAs,
}) => {
  await page.goto(list);
  await expect(page.getByRole('row').filter({ hasText: 'admin-user-create' })).toContainText('Original');
  await expectAccessible(page);

  await page.goto(users);
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
});

test('a new screen comes with its permission, is published, taken back and deleted', async ({
  page,
  openAs,
}) => {
  const id = unique();
  await page.goto(list);
  await page.locator('#new').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(`Loja Ação ${id}`);
  // The identifier follows the name until another one is chosen.
  await expect(dialog.getByText(`loja-acao-${id}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Outro identificador' }).fill('admin-user');
  const groups = dialog.getByRole('combobox', { name: 'Grupos que podem abrir' });
  await groups.click();
  await page.getByRole('menuitemcheckbox', { name: 'Somente leitura' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Criar' }).click();
  await expect(dialog.getByText("A definição 'admin-user' já existe.")).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Outro identificador' }).fill(id);
  await dialog.getByRole('button', { name: 'Criar' }).click();

  await expect(page.getByRole('heading', { level: 1, name: `Loja Ação ${id}` }).first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: `Loja Ação ${id}` })).toBeVisible();
  await expect(page.getByText('Nada publicado ainda')).toBeVisible();
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
  await expect(dialog.getByText('Somente leitura')).toBeVisible();
  await allowed.click();
  await page.getByRole('menuitemcheckbox', { name: 'Atendimento' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Grupos alterados')).toBeVisible();
  await outsider.goto(`/${id}`);
  await expect(outsider.getByRole('heading', { level: 1, name: `Loja Ação ${id}` })).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Despublicar' }).click();
  await expect(dialog.getByText('Está no menu')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Despublicar' }).click();
  await expect(toast(page, 'Publicação desfeita')).toBeVisible();
  await reader.goto(`/${id}`);
  await expect(reader.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir definição' }).click();
  await dialog.getByRole('button', { name: 'Excluir definição' }).click();
  await expect(toast(page, 'Definição excluída')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Telas próprias' })).toBeHidden();
  await page.getByRole('main').getByRole('searchbox').fill(id);
  await expect(page.getByText('Nenhum item corresponde à busca e aos filtros.')).toBeVisible();
});

test('a screen is created, published and deleted with the keyboard alone', async ({ page }) => {
  const name = unique();
  const dialog = page.getByRole('dialog');
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** Moves the focus there as a person does. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 40 && !(await isFocused(target)); presses += 1)
      await page.keyboard.press('Tab');
    await expect(target).toBeFocused();
  };
  const press = async (target: Locator) => {
    await tabTo(target);
    await page.keyboard.press('Enter');
  };
  const pressInMenu = async (item: string) => {
    await press(page.getByRole('button', { name: 'Mais ações' }));
    const target = page.getByRole('menuitem', { name: item });
    await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
    for (let presses = 0; presses < 10 && !(await isFocused(target)); presses += 1)
      await page.keyboard.press('ArrowDown');
    await expect(target).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await page.goto(list);
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

  const publish = page.locator('#definitionPublish');
  await press(publish);
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

test('a definition that does not exist has a page that says so', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/admin-definition/screen/nope');
  await expect(page.getByText('Página não encontrada')).toBeVisible();
  await expect(page).toHaveTitle(/^Página não encontrada/);
  await expect(editor(page)).toBeHidden();
  await expectAccessible(page);
  expect(requested.filter((path) => path.includes('/nope/'))).toEqual([]);
  await page.getByRole('button', { name: 'Definições' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
});

test('completion knows the texts, and the data browser inserts a source', async ({ page }) => {
  await page.goto(users);
  await expect(preview(page).getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await replaceTitle(page, '"$screens.definitions.kin"');
  // Into the text, before its quote and comma.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  const suggestion = page
    .locator('.suggest-widget .monaco-list-row')
    .filter({ hasText: '$screens.definitions.kinds.form' });
  await expect(suggestion).toBeVisible();
  await suggestion.click();
  await expect(titleLine(page)).toContainText('$screens.definitions.kinds.form');
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Rota ou assunto' });
  const routes = page.getByRole('tree', { name: 'Rotas de leitura' }).getByRole('treeitem');
  await search.fill('msdd');
  await expect(routes).toHaveCount(2);
  await routes.nth(1).click();
  const fields = page.getByRole('grid', { name: 'Campos da resposta' });
  await expect(fields).toContainText('title');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Inserir como fonte' }).click();
  await expect(editor(page).locator('.view-line', { hasText: '"get": "/adm/v2/msdd/adm/uo"' })).toBeVisible();
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();

  // The routes of an entity stand below it, and it is a source of its own.
  await search.fill('sec/user');
  await expect(routes.first()).toHaveText('Usuários');
  await routes.first().click();
  await expect(fields).toContainText('login');
  await page.getByRole('button', { name: 'Inserir como fonte' }).click();
  await expect(editor(page).locator('.view-line', { hasText: '"entity": "user"' })).toBeVisible();

  await page.getByRole('button', { name: 'Dados', exact: true }).click();
  await expect(search).toBeHidden();
});

test('the structure leads to a part and marks it, and a misspelled name is corrected', async ({ page }) => {
  await page.goto(users);
  const structure = page.getByRole('tree', { name: 'Estrutura' });
  const parts = structure.getByRole('treeitem');
  await parts.first().focus();
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(parts.filter({ hasText: /^users$/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor(page).getByText('Lin 16, Col 14')).toBeVisible();
  await expect(editor(page).getByRole('list', { name: 'Onde está o cursor' })).toHaveText(/Fontes.*users/);

  await page.keyboard.press('Control+Home');
  await expect(parts.first()).toHaveAttribute('aria-selected', 'true');
  await editor(page).locator('.view-line', { hasText: '"sources": {' }).first().click();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await paste(page, 's');
  const correct = editor(page).getByRole('button', { name: 'Corrigir: escrever sources' });
  await expect(correct).toBeVisible();
  await expectAccessible(page);
  await correct.click();
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  await editor(page).getByRole('button', { name: 'Desfazer' }).click();
  await editor(page)
    .getByRole('button', { name: /problema/ })
    .first()
    .click();
  await expect(editor(page).getByText(/^Lin 15,/)).toBeVisible();
  await editor(page).getByRole('button', { name: 'Refazer' }).click();
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
});

test('the data browser loads a sample with the rights of the person, with the parameters that it asks for', async ({
  page,
}) => {
  await page.goto(users);
  const routes = page.getByRole('tree', { name: 'Rotas de leitura' }).getByRole('treeitem');
  await routes.filter({ hasText: /sec\/user\/:id$/ }).click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  const dialog = page.getByRole('dialog', { name: 'Amostra da resposta' });
  await expect(dialog.getByText('Preencha os parâmetros')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'id' }).fill('1');
  await expect(dialog.locator('.view-line', { hasText: '"login": "admin"' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await routes.filter({ hasText: /sec\/user$/ }).click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  await dialog.getByRole('textbox', { name: 'text' }).fill('Administração');
  await expect(dialog.locator('.view-line', { hasText: '"name": "Administração Acme"' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  // A search takes a list of keys; an object is left out.
  await routes.filter({ hasText: /company\/-\/search$/ }).click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  await dialog.getByLabel('ids', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('.view-line', { hasText: '"totalRows": 1,' })).toBeVisible();
});

test('the editor speaks English', async ({ page }) => {
  await page.goto(list);
  await openUserMenu(page);
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Definitions' })).toBeVisible();
  await page.goto(users);
  const parts = page.getByRole('tree', { name: 'Structure' }).getByRole('treeitem');
  await expect(parts.filter({ hasText: 'Sources' })).toBeVisible();
  await replaceTitle(page, '12');
  await editor(page).getByRole('button', { name: '1 problem' }).click();
  await expect(editor(page).getByText('Ln 6, Col 12')).toBeVisible();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await expect(editor(page).getByText('No problems')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Users' }),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Difference' }).click();
  await expect(page.getByText('No differences')).toBeVisible();
});

test('the preview writes nothing and navigates nowhere', async ({ page }) => {
  await page.goto(users);
  await preview(page).getByRole('button', { name: 'Usuário', exact: true }).click();
  await expect(toast(page, 'Na pré-visualização, a navegação está desativada.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(users);
});

test('leaving unsaved changes asks first', async ({ page }) => {
  await page.goto(users);
  await replaceTitle(page, '"Outro"');
  await expect(page.getByText('Não salvo')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
});

test('changes of two people are merged, and their conflicts are left to the second one', async ({
  page,
  admin,
}) => {
  const stored = async () => {
    const reply = await admin.get<DefinitionReply>('/adm/v2/def/screen/admin-user?draft=1');
    return reply.definition as JsonObject;
  };
  const choose = page.getByRole('alertdialog', { name: /^Conflito: outra pessoa alterou a mesma parte/ });
  await page.goto(users);
  await replaceTitle(page, '"Minha gente"');
  await saveMeanwhile(admin, 'admin-user', (document) => ({ ...document, 'x-note': 'deles' }));
  await page.keyboard.press('Control+s');
  await expect(toast(page, /Rascunho salvo com as mudanças de Administra/)).toBeVisible();
  expect(await stored()).toMatchObject({ title: 'Minha gente', 'x-note': 'deles' });

  await replaceTitle(page, '"Minha turma"');
  await saveMeanwhile(admin, 'admin-user', (document) => ({ ...document, title: 'Turma deles' }));
  await page.keyboard.press('Control+s');
  await expect(choose.getByText('Turma deles')).toBeVisible();
  await expect(choose.getByText('Minha turma')).toBeVisible();
  await expect(choose.getByRole('textbox', { name: /: Versão da outra pessoa, salva$/ })).toBeAttached();
  await expect(choose.getByRole('textbox', { name: /: Sua versão$/ })).toBeAttached();
  await expectAccessible(page);
  expect(await stored()).toMatchObject({ title: 'Turma deles' });
  await choose.getByRole('button', { name: 'Manter a minha versão' }).click();
  await expect(choose).toBeHidden();
  await expect(page.getByText('Não salvo')).toBeHidden();
  await expect(titleLine(page)).toContainText('Minha turma');
  expect(await stored()).toMatchObject({ title: 'Minha turma' });

  await replaceTitle(page, '"Minha equipe"');
  await saveMeanwhile(admin, 'admin-user', (document) => ({ ...document, title: 'Equipe deles' }));
  await page.keyboard.press('Control+s');
  await choose.getByRole('button', { name: 'Usar a versão da outra pessoa' }).click();
  await expect(titleLine(page)).toContainText('Equipe deles');
  await expect(page.getByText('Não salvo')).toBeHidden();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Descartar rascunho' }).click();
  await page.getByRole('button', { name: 'Sim, deletar' }).click();
  await expect(titleLine(page)).toContainText('$screens.users.title');
});

test('a half-filled form survives the publication of its screen', async ({ page, admin }) => {
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
    // An open page gets the new definition within a minute, or when it becomes visible again, unless it was loaded within
    // the last second.
    const newTitle = page.getByRole('heading', { level: 1, name: 'Gente nova' });
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return newTitle.isVisible();
      })
      .toBe(true);
    await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Inês Meio Escrita');
  } finally {
    await admin.call('POST', `${address}/rollback`, { version: 0 });
  }
});

test('the preview has one line of buttons, and the structure is named as the screen is', async ({ page }) => {
  await page.goto(users);
  await expect(page.getByRole('treeitem').first()).toContainText('Usuários');
  const header = page.locator('[data-page-header]').filter({ hasText: 'Usuários' }).last();
  const [first, second] = [
    header.getByRole('button', { name: 'Atualizar' }),
    header.getByRole('button', { name: 'Usuário', exact: true }),
  ];
  await expect(second).toBeVisible();
  expect((await first.boundingBox())!.y).toBe((await second.boundingBox())!.y);
});
