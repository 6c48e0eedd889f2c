import sharp from 'sharp';
import { openUserMenu } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Another tenant than the one of the other journeys, whose look stays.
test.use({
  login: null,
  baseURL: async ({ serverUrl }, use) => use(serverUrl.replace('//localhost', '//beta.localhost')),
});

test('an administrator gives the company its colours and logo, which every page begins with', async ({
  page,
}) => {
  await page.goto('/login');
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Olá, Administração Beta' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/admin-user');
  const create = other.getByRole('button', { name: 'Usuário', exact: true });
  await expect(create).toHaveCSS('background-color', /^rgb\(/);
  await page.getByRole('link', { name: 'Aparência' }).first().click();

  const action = page.getByRole('textbox', { name: 'Ação', exact: true });
  await expect(action).toHaveValue('#B3266C');
  await action.fill('#FFD400');
  // The preview and the hint follow while typing.
  await expect(page.getByText('1,4 : 1 com branco; botões usam #866E00')).toBeVisible();
  const button = page.getByRole('img', { name: 'Claro' }).getByText('Novo');
  await expect(button).toHaveCSS('background-color', 'rgb(134, 110, 0)');

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Escolher arquivo: Logotipo do login' }).click(),
  ]);
  const picture = await sharp({ create: { width: 200, height: 40, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
  await chooser.setFiles({ name: 'texto.png', mimeType: 'image/png', buffer: Buffer.from('only a text') });
  await expect(page.getByRole('alert')).toContainText('texto.png não é uma imagem que se possa abrir');
  const [again] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Escolher arquivo: Logotipo do login' }).click(),
  ]);
  await again.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText('Será enviado ao salvar')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText(
    'Configurações salvas com sucesso.',
  );
  await expect(page.getByText('Será enviado ao salvar')).toHaveCount(0);
  await expect(page.getByText('Alterada por Administração Beta em')).toBeVisible();
  // The shell takes the colours without a reload.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCSS(
    'background-color',
    'rgb(134, 110, 0)',
  );

  // So do the other open pages, by the event.
  await expect(create).toHaveCSS('background-color', 'rgb(134, 110, 0)');
  await other.close();

  await page.reload();
  await expect(page.locator('meta[name="tenant-colors"]')).toHaveAttribute('content', /#FFD400/);
  await expect(page.getByRole('img', { name: 'Logotipo do login' })).toBeVisible();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  const logo = page.getByRole('img', { name: 'Beta Alimentos' });
  await expect(logo).toHaveJSProperty('naturalWidth', 200);
});
