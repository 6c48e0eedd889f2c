import sharp from 'sharp';
import { openUserMenu, toast } from './support/screen.ts';
import { signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a person sees their profile and chooses a substitute', async ({ page }) => {
  await page.goto('/');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page).toHaveURL(/\/profile\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Perfil do Usuário' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Login' })).toHaveValue('admin');
  await expect(page.getByRole('textbox', { name: 'Login' })).toHaveAttribute('readonly', '');

  const substitute = page.getByRole('combobox', { name: 'Substituto responsável' });
  await substitute.fill('ninguém assim');
  await expect(page.getByText('Nenhum resultado encontrado')).toBeVisible();
  await substitute.fill('Gisele');
  await page.getByRole('option', { name: 'Gisele Estevão' }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, /^Usuário .+ foi editado com sucesso\.$/)).toBeVisible();
  await page.reload();
  await expect(substitute).toHaveValue('Gisele Estevão');
});

test.describe('the photo', () => {
  // Not the administrator's, whose initials other journeys see.
  test.use({ login: 'gestor' });

  test('is chosen, cropped by keyboard, seen everywhere, and removed', async ({ page, openAs }) => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7' } })
      .jpeg()
      .toBuffer();
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /^(Escolher arquivo|Trocar): Imagem do perfil$/ }).click();
      await (await chooser).setFiles(file);
    };
    await page.goto('/');
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Perfil' }).click();

    await choose({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await expect(page.getByRole('alert')).toContainText('a.pdf não é de um tipo aceito');
    await choose({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByRole('alert')).toContainText('a.png não é uma imagem que se possa abrir');

    await choose({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: picture });
    const crop = page.getByRole('group', { name: /^Recorte de Imagem do perfil/ });
    await expect(page.getByText('1 alteração não salva')).toBeVisible();
    await crop.focus();
    await crop.press('+');
    await expect(page.getByRole('slider', { name: 'Ampliação' })).toHaveAttribute('aria-valuetext', '110 %');
    const before = await crop.boundingBox();
    // All of it is in the frame.
    expect(before!.height).toBeLessThanOrEqual(240);
    await crop.press('ArrowRight');
    await expect.poll(async () => (await crop.boundingBox())!.x).toBeGreaterThan(before!.x);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, /^Usuário .+ foi editado com sucesso\.$/)).toBeVisible();
    await expect(crop).toHaveCount(0);
    // The header's avatar follows the event, without a reload.
    const avatar = page
      .getByRole('button', { name: /^Menu do usuário|gestor|: / })
      .locator('img')
      .first();
    await expect(avatar).toHaveAttribute('src', /^blob:/);
    const stored = await page.evaluate(() => localStorage.getItem('molde.imageProfile'));
    expect(stored).toMatch(/^\/adm\/v2\/sec\/photo\/\d+\/[0-9a-f]{32}$/);

    const admin = await openAs('admin');
    await admin.goto('/admin-user');
    await expect(admin.locator('img[src^="blob:"]').first()).toBeVisible();

    await page.getByRole('button', { name: 'Remover: Imagem do perfil' }).click();
    await page.getByRole('button', { name: 'Desfazer: Imagem do perfil' }).click();
    await expect(page.getByText('1 alteração não salva')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remover: Imagem do perfil' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(avatar).toHaveCount(0);
  });

  test('language and theme of the profile are those of the user menu', async ({ page }) => {
    await page.goto('/');
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    await page.getByRole('combobox', { name: 'Tema' }).click();
    await page.getByRole('option', { name: 'Escuro' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('combobox', { name: 'Idioma' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Language and theme' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Português' }).click();
    await expect(page.getByRole('heading', { name: 'Idioma e tema' })).toBeVisible();
  });
});

test.describe('other sessions', () => {
  // Not the administrator's, which the other journeys of this worker share.
  test.use({ login: 'leitor' });

  test('are ended by their person', async ({ page, openAs }) => {
    const other = await openAs(null);
    await other.goto('/login');
    await other.getByRole('textbox', { name: 'Usuário' }).fill('leitor');
    await other.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
    await signInButton(other).click();
    await expect(other.getByRole('heading', { name: /^Olá, / })).toBeVisible();

    await page.goto('/');
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    const sessions = page.getByRole('list', { name: 'Sessões abertas' });
    await expect(sessions.getByText('Esta sessão')).toBeVisible();
    await page.getByRole('button', { name: 'Encerrar as outras sessões' }).click();
    await page.getByRole('button', { name: 'Sim, confirmar' }).click();
    await expect(toast(page, 'Sessões encerradas.')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
  });
});

test.describe('of another person', () => {
  test.use({ login: 'atendente' });

  test('only who may read users sees name and e-mail, others their own', async ({ page, admin, openAs }) => {
    const gestor = await admin.person('gestor');
    await page.goto(`/profile/${gestor.id}`);
    await expect(page.getByRole('definition').filter({ hasText: /^atendente$/ })).toBeVisible();
    const theirs = await openAs('admin');
    await theirs.goto(`/profile/${gestor.id}`);
    await expect(theirs.getByText('gestor@acme.example')).toBeVisible();
    await expect(theirs.getByRole('textbox', { name: 'Login' })).toHaveCount(0);
  });
});

test.describe('the own password', () => {
  test.use({ login: 'diego.souza', expectedErrors: [/422/, /401/] });

  test('is changed without leaving the page', async ({ page, admin }) => {
    const { id } = await admin.person('diego.souza');
    await page.goto(`/profile/${id}`);
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar senha' });
    const fill = (name: string, text: string) =>
      dialog.getByRole('textbox', { name, exact: true }).fill(text);
    await fill('Senha atual', 'errada-de-todo');
    await fill('Nova senha', 'girassol-lento-42');
    await fill('Confirmar senha', 'girassol-lento-42');
    await dialog.getByRole('button', { name: 'Alterar senha' }).click();
    await expect(dialog.getByText('A senha atual está incorreta.')).toBeVisible();
    await fill('Senha atual', 'molde-demo');
    // The old session ends before the answer with the new one arrives: its connection is closed, and calls are refused.
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.route('**/adm/v2/sec/me', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const response = await route.fetch();
      await refused;
      return route.fulfill({ response });
    });
    await dialog.getByRole('button', { name: 'Alterar senha' }).click();
    await expect(toast(page, 'Senha alterada com sucesso!')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('definition').filter({ hasText: /^diego\.souza$/ })).toBeVisible();
  });
});
