import type { Page } from '@playwright/test';
import { toast } from './support/screen.ts';
import { enter } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ login: null });

interface Outbox {
  mails: { to: string; text: string }[];
  token: string | null;
}

/** The captured mails of a login. The server waits for those on their way. */
async function outboxOf(page: Page, login: string): Promise<Outbox> {
  const answer = await page.request.get(`/dev/outbox.json?login=${login}`);
  return (await answer.json()) as Outbox;
}

async function ask(page: Page, login: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  await expect(page).toHaveURL(/\/login\/forgotpwd$/);
  await page.getByRole('textbox', { name: 'Usuário' }).fill(login);
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  await expect(
    toast(page, 'Email enviado com sucesso! Não esqueça de verificar também sua caixa de spam.'),
  ).toBeVisible();
}

async function choose(page: Page, chosen: string, confirmation = chosen): Promise<void> {
  await page.getByRole('textbox', { name: 'Nova senha', exact: true }).fill(chosen);
  await page.getByRole('textbox', { name: 'Confirme a nova senha' }).fill(confirmation);
  await page.getByRole('button', { name: 'Alterar senha' }).click();
}

test('a forgotten password is asked for by mail, chosen anew, and signs in', async ({ page }) => {
  const login = 'fabio.araujo';
  await ask(page, login);
  const { mails } = await outboxOf(page, login);
  expect(mails).toHaveLength(1);
  await test.step('the captured mails are shown on a page of their own', async () => {
    await page.goto('/dev/outbox');
    const mail = page
      .getByRole('article')
      .filter({ hasText: `${login}@` })
      .first();
    await expect(mail.getByRole('heading', { name: /^Redefinição de senha · / })).toBeVisible();
    const letter = mail.locator('iframe').contentFrame();
    await expect(letter.getByRole('link', { name: 'Criar nova senha' })).toBeVisible();
  });
  const link = /https?:\/\/\S+forgotpwd\/confirm\?token=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);

  await choose(page, 'girassol-lento-42', 'outra');
  await expect(page.getByRole('textbox', { name: 'Confirme a nova senha' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await choose(page, 'senha123');
  await expect(page.getByText('Esta senha é fácil de adivinhar', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Força da senha: Fraca' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Nova senha', exact: true }).fill('girassol-lento-42');
  await expect(page.getByRole('status', { name: 'Força da senha: Forte' })).toBeVisible();
  await choose(page, 'girassol-lento-42');
  await expect(toast(page, 'Senha alterada com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, login, 'girassol-lento-42');
  await expect(page.getByRole('heading', { name: 'Olá, Fábio Nascimento Araújo' })).toBeVisible();

  // The link works once, also in a browser where somebody is signed in.
  await page.goto(pathname + search);
  await expect(toast(page, 'Token inválido')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Olá, Fábio Nascimento Araújo' })).toBeVisible();
});
