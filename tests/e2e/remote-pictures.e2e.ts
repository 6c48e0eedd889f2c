import type { Page } from '@playwright/test';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { Success } from '../../src/contracts/errors.ts';
import { expect, test } from './support/test.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const body = [
  {
    id: 'allowed',
    type: 'image',
    props: { src: 'https://pictures.acme.example/a.png', alt: 'Permitida', width: 120 },
  },
  {
    id: 'photo',
    type: 'image',
    props: { src: 'https://elsewhere.example/photo.png', alt: 'Fachada', width: 240 },
  },
  {
    id: 'letter',
    type: 'html',
    props: { label: 'Carta', html: '<p>Olá</p><img src="https://elsewhere.example/letter.png" alt="">' },
  },
  { id: 'guide', type: 'markdown', props: { text: '![Mapa](https://elsewhere.example/map.png)' } },
];

// Requests to elsewhere fail every journey; these are answered here.
test.use({ expectedErrors: [/^request to elsewhere: https:\/\/(pictures\.acme|elsewhere)\.example\//] });

interface Loaded {
  path: string;
  referrer: string | undefined;
}

/** Opens a screen with the pictures. Answers the requests for pictures of other sites, which it fulfils itself. */
async function openPictures(page: Page): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  await page.context().route(/^https:\/\/(pictures\.acme|elsewhere)\.example\//, async (route) => {
    const headers = await route.request().allHeaders();
    const { hostname, pathname } = new URL(route.request().url());
    loaded.push({ path: hostname + pathname, referrer: headers.referer });
    await route.fulfill({ contentType: 'image/png', body: png });
  });
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Success<DefinitionReply>;
    reply.data.definition = { ...(reply.data.definition as object), body, dialogs: [] };
    reply.data.faults = [];
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin-user');
  await expect(page.getByRole('group', { name: 'Fachada' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Mapa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Carregar imagens' })).toBeVisible();
  await expect
    .poll(() =>
      page.getByRole('img', { name: 'Permitida' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(1);
  await filesLoaded(page);
  return loaded;
}

const paths = (loaded: Loaded[]) => loaded.map(({ path }) => path);

test('a picture of another site is requested only after its reader asks, without referrer', async ({
  page,
}) => {
  const loaded = await openPictures(page);
  expect(paths(loaded)).toEqual(['pictures.acme.example/a.png']);

  await page.getByRole('group', { name: 'Fachada' }).getByRole('button', { name: 'Carregar imagem' }).click();
  await expect.poll(() => paths(loaded)).toContain('elsewhere.example/photo.png');
  const photo = page.frameLocator('iframe[title="Fachada"]');
  await expect
    .poll(() => photo.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(1);
  expect(await photo.locator('html').evaluate(() => window.origin)).toBe('null');
  await expect(page.locator('iframe[title="Fachada"]')).toHaveAttribute('credentialless', '');
  expect(paths(loaded)).toEqual(['pictures.acme.example/a.png', 'elsewhere.example/photo.png']);

  await page.getByRole('button', { name: 'Carregar imagens' }).click();
  await expect.poll(() => paths(loaded)).toContain('elsewhere.example/letter.png');
  await expect(page.frameLocator('iframe[title="Carta"]').getByText('Olá')).toBeVisible();

  await page.getByRole('group', { name: 'Mapa' }).getByRole('button', { name: 'Carregar imagem' }).click();
  await expect.poll(() => paths(loaded)).toContain('elsewhere.example/map.png');

  expect(loaded).toHaveLength(4);
  expect(loaded.map(({ referrer }) => referrer)).toEqual(loaded.map(() => undefined));
});
