import sharp from 'sharp';
import { signInBeside } from './support/api.ts';
import { openUserMenu, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a person sees their profile and chooses a substitute; those of others are for who may read users', async ({
  page,
  admin,
  openAs,
}) => {
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

  await test.step('of another person, name and e-mail', async () => {
    const { id } = await admin.person('gestor');
    await page.goto(`/profile/${id}`);
    await expect(page.getByText('gestor@acme.example')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Login' })).toHaveCount(0);
    // Without the right to read users a person sees their own.
    const theirs = await openAs('atendente');
    await theirs.goto(`/profile/${id}`);
    await expect(theirs.getByRole('definition').filter({ hasText: /^atendente$/ })).toBeVisible();
  });
});

test.describe('the own profile', () => {
  // Not the administrator's, whose initials other journeys see.
  test.use({ login: 'gestor' });

  test('has a photo, which is cropped by keyboard and seen everywhere, language and theme, and the open sessions', async ({
    page,
    openAs,
    serverUrl,
  }) => {
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

    await test.step('language and theme are those of the user menu', async () => {
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

    await test.step('other sessions are ended by their person', async () => {
      const other = await signInBeside(serverUrl, 'gestor');
      await page.reload();
      const sessions = page.getByRole('list', { name: 'Sessões abertas' });
      await expect(sessions.getByText('Esta sessão')).toBeVisible();
      await page.getByRole('button', { name: 'Encerrar as outras sessões' }).click();
      await page.getByRole('button', { name: 'Sim, confirmar' }).click();
      await expect(toast(page, 'Sessões encerradas.')).toBeVisible();
      await expect(sessions.getByRole('listitem')).toHaveCount(1);
      expect((await other.call('GET', '/adm/v2/sec/me')).status).toBe(401);
    });
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
