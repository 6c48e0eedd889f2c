import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { Success } from '../../src/contracts/errors.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { weigh } from '../bench/lib/weight.mjs';
import { placeOf } from './support/place.ts';
import { expect, test } from './support/test.ts';

const rows = [
  { month: '2026-01-01', orders: 310, goal: 300 },
  { month: '2026-02-01', orders: 352, goal: 300 },
  { month: '2026-03-01', orders: 298, goal: 300 },
];
const chart = (kind: 'bar' | 'line'): JsonObject => ({
  id: kind,
  type: 'chart',
  source: 'sales',
  props: {
    title: `Por mês: ${kind}`,
    category: 'month',
    unit: 'month',
    series: [{ field: 'orders', label: '<img src=x>', kind }],
    thresholds: [{ value: 300, label: 'Meta' }],
  },
});
const pie: JsonObject = {
  id: 'pie',
  type: 'pie',
  source: 'sales',
  props: { title: 'Partes', category: 'month', unit: 'month', value: 'orders' },
};
const stat: JsonObject = {
  id: 'stat',
  type: 'stat',
  source: 'sales',
  props: { label: 'Pedidos', field: 'orders', trend: 'orders' },
};

/** Opens a page with these nodes instead of the stored definition. */
async function openWith(page: Page, body: JsonObject[]): Promise<void> {
  await page.unrouteAll();
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Success<DefinitionReply>;
    const sources = { sales: { value: { $expr: JSON.stringify(rows) } } };
    reply.data.definition = { ...(reply.data.definition as object), sources, body, dialogs: [] };
    reply.data.faults = [];
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin-user');
}

const drawn = (page: Page, count: number) =>
  expect(page.locator('[data-chart="svg"] svg')).toHaveCount(count);

/** Reports of the content security policy fail every journey, and so do errors of the console. */
test('a page loads the parts of the charts that it shows, which are drawn and pointed at under the content security policy', async ({
  page,
}) => {
  const weight = weigh(page);
  const loaded = async () => {
    await filesLoaded(page);
    const found: string[] = [];
    for (const { name } of weight.scripts()) {
      const text = await (await page.request.get(name)).text();
      if (name.includes('/line-')) found.push('line');
      if (text.includes('roseType')) found.push('pie');
      if (text.includes('zrender')) found.push('core');
    }
    return found.sort();
  };
  await openWith(page, [stat]);
  await expect(page.getByText('Pedidos')).toBeVisible();
  expect(await loaded()).toEqual([]);
  await openWith(page, [pie]);
  await drawn(page, 1);
  const withPie = await loaded();
  expect(withPie).toContain('pie');
  expect(withPie).not.toContain('line');
  await openWith(page, [stat, chart('bar'), chart('line'), pie]);
  await drawn(page, 3);
  expect(await loaded()).toContain('line');
  await test.step('the picture of a chart is a sharp PNG with its bars and its names', async () => {
    const figure = page.getByRole('figure', { name: 'Por mês: bar' });
    const plot = await placeOf(figure.locator('[data-chart="svg"]'));
    await figure.getByRole('button', { name: 'Mais ações' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Baixar imagem (PNG)' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Por mês bar.png');
    const picture = sharp(await readFile(await file.path()));
    const { format, width, height } = await picture.metadata();
    expect(format).toBe('png');
    // Two pixels for each of the page, and the title above the plot.
    expect(width).toBeGreaterThanOrEqual(Math.floor(plot.width) * 2);
    expect(height).toBeGreaterThan(plot.height * 2);
    const { channels, isOpaque, dominant } = await picture.stats();
    expect({ isOpaque, dominant }).toEqual({ isOpaque: true, dominant: { r: 248, g: 248, b: 248 } });
    // Nothing but the paper would have no deviation.
    for (const { stdev } of channels.slice(0, 3)) expect(stdev).toBeGreaterThan(10);
  });
  await test.step('charts are pointed at, and are tables', async () => {
    for (const box of await page.locator('[data-chart="svg"]').all()) {
      await box.scrollIntoViewIfNeeded();
      const { width, height } = await placeOf(box);
      await box.hover({ position: { x: width / 2, y: height / 2 - (width > 600 ? 0 : 70) } });
    }
    // A name is a text, whatever it looks like.
    const bar = page.getByRole('application', { name: 'Por mês: bar' });
    await bar.focus();
    await page.keyboard.press('End');
    await expect(bar.getByText('<img src=x>')).toBeVisible();
    await expect(page.getByText('março de 2026, 298, 3 de 3')).toBeAttached();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mostrar como tabela' }).first().click();
    await expect(page.getByRole('table', { name: 'Por mês: bar' }).getByRole('row')).toHaveCount(4);
  });
});
