import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { unique } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { closeToasts, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

interface Group {
  id: number;
  nomeGrupo: string;
  version: number;
  grupoPermissoes: { key: string; flagConsulta: string; flagInclusao: string; flagAlteracao: string }[];
  specialPermissions: { flgAllow: boolean }[];
  grupoUsuarios: { id: number; name: string }[];
}

const cell = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });
const adding = (page: Page) => page.getByRole('combobox', { name: 'Adicionar usuário' });

async function addMember(page: Page, name: string): Promise<void> {
  await adding(page).fill(name);
  await page.getByRole('option', { name }).click();
}

test('a group is created with permissions, special permissions and members, and changed', async ({
  page,
  admin,
}) => {
  const name = `Equipe ${unique()}`;
  const person = await admin.createPerson({ name: `Ana ${unique()}`, isUser: 'Y', login: unique() });
  await page.goto('/admin-grupoacesso');
  await expect(page.getByRole('heading', { name: 'Grupo de Acesso' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Atualizar' })).toBeVisible();
  await page.getByRole('button', { name: 'Grupo', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Nome do grupo' })).toBeVisible();
  await save(page).click();
  await expect(page.getByText("O campo 'NOME DO GRUPO' é obrigatório!")).toBeVisible();

  await page.getByRole('textbox', { name: 'Nome do grupo' }).fill(`  ${name} `);
  await cell(page, 'Alteração, Usuários').click();
  await expect(cell(page, 'Consulta, Usuários')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('switch', { name: 'Alterar responsável substituto' }).click();
  const leftOf = async (text: string) => (await placeOf(page.getByText(text, { exact: true }))).x;
  expect(await leftOf('user-profile-replacement-update')).toBe(await leftOf('Permissões especiais'));
  await addMember(page, person.name);
  await expect(page.getByText('+1 novo')).toBeVisible();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('agrp'),
  );
  await save(page).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual([
    'active',
    'deletedPermScreen',
    'description',
    'newPermissions',
    'newUsers',
    'nomeGrupo',
    'removedUsers',
    'specialPermissions',
  ]);
  expect(body).toMatchObject({
    nomeGrupo: name,
    active: 'Y',
    newUsers: [person.id],
    removedUsers: [],
    newPermissions: [{ flagConsulta: 'Y', flagInclusao: 'N', flagAlteracao: 'Y', flagExclusao: 'N' }],
    specialPermissions: [{ id: 1, flgAllow: true }],
    deletedPermScreen: [],
  });
  await expect(toast(page, 'Grupo de Acesso criado com sucesso!')).toBeVisible();

  await page.getByText(name).click();
  await expect(page.getByRole('heading', { name: 'Editar Grupo de Acesso' })).toBeVisible();
  await page.getByRole('button', { name: `Remover ${person.name}` }).click();
  await cell(page, 'Tudo, Usuários').click();
  await cell(page, 'Tudo, Usuários').click();
  await page.getByRole('switch', { name: 'Alterar responsável substituto' }).click();
  // Two cells, one special permission and one member.
  await expect(page.getByText('4 alterações não salvas')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Restaurar ${person.name}` }).click();
  await save(page).click();
  await expect(toast(page, 'Grupo de Acesso atualizado com sucesso!')).toBeVisible();
  const { id } = (
    await admin.get<{ rows: Group[] }>(`/adm/v2/cas/agrp?nomeGrupo=${encodeURIComponent(name)}`)
  ).rows[0]!;
  const stored = await admin.get<Group>(`/adm/v2/cas/agrp/${id}`);
  expect(stored.grupoPermissoes).toEqual([]);
  expect(stored.specialPermissions[0]?.flgAllow).toBe(false);
  expect(stored.grupoUsuarios.map((one) => one.id)).toEqual([person.id]);

  await page.getByRole('button', { name: `Remover ${person.name}` }).click();
  await save(page).click();
  await expect(toast(page, 'Alterações de grupos de usuários salvas com sucesso.')).toBeVisible();
});

test('a group is changed with the keyboard alone, beside another administrator, and on a phone', async ({
  page,
  admin,
}) => {
  const person = await admin.createPerson({ name: `Caio ${unique()}`, isUser: 'Y', login: unique() });
  const { body } = await admin.call<Group>('POST', '/adm/v2/cas/agrp', { nomeGrupo: `Teclado ${unique()}` });
  const { id } = (body as { data: Group }).data;
  const stored = () => admin.get<Group>(`/adm/v2/cas/agrp/${id}`);
  const isSaved = async () => {
    await expect(toast(page, 'Grupo de Acesso atualizado com sucesso!')).toBeVisible();
    await closeToasts(page);
  };

  await test.step('with the keyboard alone', async () => {
    await page.goto(`/admin-grupoacesso/edit/${id}`);
    await expect(page.getByRole('grid', { name: 'Permissões por tela' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Pesquisar tela' }).focus();
    await page.keyboard.press('Tab');
    await expect(cell(page, 'Consulta, todas as linhas')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(adding(page)).toBeFocused();
    await page.keyboard.type(person.name);
    await expect(page.getByRole('option', { name: person.name })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('+1 novo')).toBeVisible();
    await page.keyboard.press('Control+s');
    await isSaved();
    const { grupoPermissoes, grupoUsuarios } = await stored();
    expect(grupoPermissoes).toMatchObject([{ flagConsulta: 'Y', flagInclusao: 'Y', flagAlteracao: 'N' }]);
    expect(grupoUsuarios).toHaveLength(1);
  });

  await test.step('changes of two administrators are merged, and leaving asks first', async () => {
    await cell(page, 'Consulta, Unidades organizacionais').click();
    const { rows } = await admin.get<{ rows: { id: number; key: string }[] }>('/adm/v2/cas/screen');
    const company = rows.find(({ key }) => key === 'basic-company')!;
    await admin.call('PUT', `/adm/v2/cas/agrp/${id}`, {
      newPermissions: [
        { telaId: company.id, flagConsulta: 'Y', flagInclusao: 'N', flagAlteracao: 'N', flagExclusao: 'N' },
      ],
    });
    // The change of the other arrives by itself, beside the own one.
    await expect(cell(page, 'Consulta, Empresas')).toHaveAttribute('aria-checked', 'true');
    await expect(cell(page, 'Consulta, Unidades organizacionais')).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    await save(page).click();
    await isSaved();
    expect((await stored()).grupoPermissoes).toHaveLength(3);
  });

  await test.step('on a phone the table and the members are usable', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await cell(page, 'Exclusão, Auditoria').click();
    await expect(cell(page, 'Consulta, Auditoria')).toHaveAttribute('aria-checked', 'true');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await save(page).click();
    await isSaved();
  });

  await test.step("the administrators' group says what can be edited, and offers nothing else", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { rows } = await admin.get<{ rows: Group[] }>('/adm/v2/cas/agrp?nomeGrupo=Administradores');
    await page.goto(`/admin-grupoacesso/edit/${rows[0]!.id}`);
    await expect(
      page.getByText('Por isso, aqui só se alteram o nome, a descrição e a lista de membros.'),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nome do grupo' })).toBeEditable();
    await expect(page.getByRole('textbox', { name: 'Descrição' })).toBeEditable();
    await expect(adding(page)).toBeEditable();
    await expect(page.getByRole('grid', { name: 'Permissões por tela' })).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(0);
  });
});

test("a person's groups are changed on the person's page, and the reasons follow", async ({
  page,
  admin,
}) => {
  const name = `Zeladoria ${unique()}`;
  const person = await admin.createPerson({ name: `Bia ${unique()}`, isUser: 'Y', login: unique() });
  const { rows } = await admin.get<{ rows: { id: number; key: string }[] }>('/adm/v2/cas/screen');
  const company = rows.find(({ key }) => key === 'basic-company')!;
  await admin.call('POST', '/adm/v2/cas/agrp', {
    nomeGrupo: name,
    newPermissions: [
      { telaId: company.id, flagConsulta: 'Y', flagInclusao: 'N', flagAlteracao: 'Y', flagExclusao: 'N' },
    ],
  });
  await page.goto(`/admin-user/${person.id}`);
  const box = page.getByRole('combobox', { name: 'Adicionar grupo' });
  await box.fill(name);
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Salvar grupos' }).click();
  await expect(toast(page, 'Alterações de grupos de usuários salvas com sucesso.')).toBeVisible();

  await page.goto('/admin-grupoacesso/who');
  await page.getByRole('combobox', { name: 'Tela' }).fill('Empresas');
  await page.getByRole('option', { name: 'Empresas' }).click();
  await page.getByRole('combobox', { name: 'Permissão', exact: true }).click();
  await page.getByRole('option', { name: 'Alteração' }).click();
  const row = page.getByRole('row').filter({ hasText: person.name });
  await expect(row).toContainText(name);
  await page.getByRole('tab', { name: 'Por usuário' }).click();
  await page.getByRole('combobox', { name: 'Usuário' }).fill(person.name);
  await page.getByRole('option', { name: person.name }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Empresas' })).toContainText(name);
  await expectAccessible(page);
});
