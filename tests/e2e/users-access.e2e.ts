import { callFrom, choose, closeToasts, openUsers, rowAction, rowOf, toast } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a deactivation is undone by its message and Ctrl+Z, signs a person out at once, and an activation lets them in', async ({
  page,
  openAs,
}) => {
  // This person edits people, and no other journey uses the account.
  const [login, name] = ['livia.falcao', 'Lívia Martins Falcão'];
  await test.step('undone by Ctrl+Z, and by the button in its message', async () => {
    const empty = page.getByText('Não há itens para exibir');
    const deactivate = async () => {
      await rowAction(page, name, 'Desativar');
      await page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }).click();
      await expect(empty).toBeVisible();
    };
    const undo = page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' });
    await openUsers(page, name);
    await deactivate();
    await expect(undo).toBeVisible();
    await page.getByRole('button', { name: 'Atualizar' }).press('Control+z');
    await expect(toast(page, 'Pessoa ativada com sucesso')).toBeVisible();
    await expect(rowOf(page, name)).toBeVisible();
    await expect(undo).toHaveCount(0);

    await deactivate();
    await undo.press('Enter');
    await expect(rowOf(page, name)).toBeVisible();
    await closeToasts(page);
  });

  const theirs = await openAs(login);
  await openUsers(theirs);
  await rowAction(page, name, 'Desativar');
  const question = page.getByRole('dialog', { name: `Desativar ${name}?` });
  await question.getByRole('button', { name: 'Não, cancelar' }).click();
  await expect(question).toHaveCount(0);
  expect(await callFrom(theirs, 'GET', '/adm/v2/sec/me')).toMatchObject({ status: 200 });
  await rowAction(page, name, 'Desativar');
  await question.getByRole('button', { name: 'Sim, confirmar' }).click();
  await expect(toast(page, 'Pessoa desativada com sucesso')).toBeVisible();
  await expect(page.getByText('Não há itens para exibir')).toBeVisible();

  expect(await callFrom(theirs, 'GET', '/adm/v2/sec/me')).toMatchObject({ status: 401 });
  // Without a call of theirs.
  const expired = theirs.getByRole('alertdialog', { name: 'Login Expirado' });
  await expired.getByRole('textbox', { name: 'Senha' }).fill(password);
  await expired.getByRole('button', { name: 'Entrar' }).click();
  await expect(expired.getByRole('alert')).toHaveText(
    'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.',
  );

  await choose(page, 'Status', 'Inativo');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await rowAction(page, name, 'Ativar');
  await expect(toast(page, 'Pessoa ativada com sucesso')).toBeVisible();
  await expired.getByRole('textbox', { name: 'Senha' }).fill(password);
  await expired.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(expired).toHaveCount(0);
  await expect(rowOf(theirs, 'Administração Acme')).toBeVisible();
});

test('a reset password has to be changed before anything else', async ({ page, admin, openAs }) => {
  const [login, name] = ['wagner.assuncao', 'Wagner Lopes Assunção'];
  const before = await openAs(login);
  await openUsers(before);
  await openUsers(page, name);
  await rowAction(page, name, 'Redefinir senha');
  const dialog = page.getByRole('dialog', { name: 'Redefinir senha' });
  await expect(dialog).toContainText(name);
  await dialog.getByRole('button', { name: 'Gerar senha' }).click();
  const field = dialog.getByRole('textbox', { name: 'Senha', exact: true });
  await expect(field).toHaveAttribute('type', 'text');
  const generated = await field.inputValue();
  expect(generated.length).toBeGreaterThanOrEqual(12);
  await dialog.getByRole('button', { name: 'Redefinir senha' }).click();
  // Offered only now, when it lets the person in.
  const offer = page.getByRole('alertdialog', { name: 'A senha gerada já vale' });
  await expect(offer).toContainText(generated);
  await expect(dialog).toHaveCount(0);
  await offer.getByRole('button', { name: 'Fechar' }).click();
  await expect(toast(page, 'Senha redefinida com sucesso.')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Troca de senha');
  expect(await callFrom(before, 'GET', '/adm/v2/sec/me')).toMatchObject({ status: 401 });

  const theirs = await openAs(null);
  await theirs.goto('/login');
  await enter(theirs, login, generated);
  await expect(theirs).toHaveURL(/\/login\/forgotpwd\/confirm\?forcedReset=Y$/);
  await expect(theirs.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
  await theirs.goto('/admin-user');
  await expect(theirs).toHaveURL(/\/login\/forgotpwd\/confirm\?forcedReset=Y$/);
  expect(await callFrom(theirs, 'GET', '/adm/v2/sec/user')).toEqual({
    status: 403,
    code: 'PASSWORD_CHANGE_REQUIRED',
  });

  const current = theirs.getByRole('textbox', { name: 'Senha atual' });
  const next = theirs.getByRole('textbox', { name: 'Nova senha', exact: true });
  const again = theirs.getByRole('textbox', { name: 'Confirme a nova senha' });
  const change = theirs.getByRole('button', { name: 'Alterar senha' });
  await change.click();
  await expect(current).toHaveAccessibleDescription('Campo Obrigatório');
  await current.fill(generated);
  await next.fill('uma senha nova');
  await again.fill('outra senha nova');
  await change.click();
  await expect(again).toHaveAccessibleDescription('A confirmação deve ser igual à senha.');
  await again.fill('uma senha nova');
  await current.fill('not the current one');
  await change.click();
  await expect(toast(theirs, 'Ops! Algo deu errado ao alterar sua senha.')).toBeVisible();
  await current.fill(generated);
  await change.click();
  await expect(toast(theirs, 'Senha alterada com sucesso!')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: `Olá, ${name}` })).toBeVisible();
  expect(await admin.person(login)).toMatchObject({ isChangePwd: 'N' });
});
