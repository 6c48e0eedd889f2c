import { password, unique } from './support/api.ts';
import { closeToasts, openUsers, rowOf, search, toast } from './support/screen.ts';
import { enter } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a person is created after every possible mistake, and duplicated with the values that two people may share', async ({
  page,
  admin,
  openAs,
}) => {
  const suffix = unique();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = page.getByRole('button', { name: /^Salvar(?! grupos)/ });
  await openUsers(page);
  await page.getByRole('button', { name: 'Usuário', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin-user\/create$/);

  // Until the form is rendered, saving does nothing.
  await expect(field('Nome')).toBeVisible();
  await save.click();
  await expect(toast(page, 'Os seguintes campos não podem ser vazios: Nome, E-mail')).toBeVisible();
  await expect(field('Nome')).toHaveAccessibleDescription('Campo Obrigatório');
  await expect(field('Nome')).toBeFocused();
  // Fluent alone removes the error colour on blur.
  const edge = (name: string) =>
    field(name).evaluate((input) => getComputedStyle(input.parentElement!).borderTopColor);
  expect(await edge('Nome')).toBe(await edge('E-mail'));

  await field('Nome').fill(`Inês ${suffix}`);
  await field('E-mail').fill('ines at home');
  await field('CPF').fill('52998224724');
  await expect(field('CPF')).toHaveValue('529.982.247-24');
  await field('Data de nascimento').fill('31021990');
  await expect(field('Data de nascimento')).toHaveValue('31/02/1990');
  await save.click();
  await expect(field('E-mail')).toHaveAccessibleDescription('Informe um e-mail válido.');
  await expect(field('CPF')).toHaveAccessibleDescription('Informe um CPF válido.');
  await expect(field('Data de nascimento')).toHaveAccessibleDescription(
    'Informe uma data de nascimento válida, de 1900 até o ano atual.',
  );

  await field('E-mail').fill(`${suffix}@acme.example`);
  await field('CPF').fill('52998224725');
  await field('Data de nascimento').fill('17051990');
  const asked = page.waitForRequest((request) => request.url().includes('/adm/v2/dd/sec/user?'));
  await page.getByRole('combobox', { name: 'Gestor' }).fill('adriana almeida');
  const query = new URL((await asked).url()).searchParams;
  expect(['perPage', 'isUser', 'isActive'].map((name) => query.get(name))).toEqual(['200', 'Y', 'Y']);
  await page.getByRole('option', { name: 'Adriana Almeida Cardoso' }).click();
  await expect(page.getByRole('combobox', { name: 'Gestor' })).toHaveValue('Adriana Almeida Cardoso');

  const unit = page.getByRole('combobox', { name: 'Unidade organizacional' });
  await unit.fill('Comercial');
  await page.getByRole('option', { name: 'Comercial' }).click();

  await page.getByRole('switch', { name: 'É usuário do sistema' }).click();
  await field('Login').fill('admin');
  await field('Senha').fill('another one');
  await field('Confirmar senha').fill('another two');
  await save.click();
  await expect(field('Confirmar senha')).toHaveAccessibleDescription('A confirmação deve ser igual à senha.');
  await field('Confirmar senha').fill('another one');

  // Only the server can detect this.
  await save.click();
  await expect(field('Login')).toHaveAccessibleDescription('Este usuário para login já esta em uso!');
  await expect(field('Login')).toBeFocused();
  await expect(field('Nome')).toHaveValue(`Inês ${suffix}`);
  await expect(field('Senha')).toHaveValue('another one');

  await field('Login').fill(suffix);
  await save.click();
  await expect(toast(page, 'Usuário criado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-user$/);
  await search(page, `ines ${suffix}`);
  await expect(rowOf(page, `Inês ${suffix}`)).toContainText('Ativo');
  expect(await admin.person(suffix)).toMatchObject({
    cpf: '52998224725',
    dateBirth: '1990-05-17',
    manager: { name: 'Adriana Almeida Cardoso' },
    isUser: 'Y',
    havePassword: true,
  });

  await test.step('a duplicate starts with the values that two people may share', async () => {
    await rowOf(page, `Inês ${suffix}`).hover();
    await rowOf(page, `Inês ${suffix}`).getByRole('button', { name: 'Duplicar' }).click();
    await expect(page.getByRole('heading', { name: 'Duplicar usuário' })).toBeVisible();
    await expect(field('Nome')).toHaveValue(`Inês ${suffix}`);
    await expect(field('E-mail')).toHaveValue('');
    await expect(field('CPF')).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Gestor' })).toHaveValue('Adriana Almeida Cardoso');
    await expect(unit).toHaveValue('Comercial');
    // Nobody shares a login: this one is none of the system.
    await expect(field('Login')).toHaveValue('');
    await page.getByRole('switch', { name: 'É usuário do sistema' }).click();
    await field('Nome').fill(`Cópia ${suffix}`);
    await field('E-mail').fill(`copia.${suffix}@acme.example`);
    await closeToasts(page);
    await save.click();
    await expect(toast(page, 'Usuário criado com sucesso!')).toBeVisible();
    await search(page, suffix);
    await expect(rowOf(page, `Inês ${suffix}`)).toBeVisible();
    await expect(rowOf(page, `Cópia ${suffix}`)).toBeVisible();
  });

  // The password is right, but the person has no access group yet.
  const other = await openAs(null);
  await other.goto('/login');
  await enter(other, suffix, 'another one');
  await expect(other.getByRole('alert').filter({ hasText: 'Entre em contato' })).toBeVisible();
  await enter(other, suffix, password);
  await expect(toast(other, 'Usuário ou senha incorreto')).toBeVisible();
});
