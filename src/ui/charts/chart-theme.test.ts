// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { readChartTheme, watchTheme } from './chart-theme.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function box(): Element {
  return document.body.appendChild(document.createElement('div'));
}

it('reads the theme of a page once for all of its charts, and again after it has changed', async () => {
  const reads = vi.spyOn(globalThis, 'getComputedStyle');
  let changes = 0;
  const release = [1, 2].map(() => watchTheme(() => (changes += 1)));
  const theme = readChartTheme(box());
  expect(readChartTheme(box())).toBe(theme);
  expect(reads).toHaveBeenCalledTimes(1);
  document.documentElement.dataset['theme'] = 'dark';
  await expect.poll(() => changes).toBe(2);
  expect(readChartTheme(box())).not.toBe(theme);
  expect(reads).toHaveBeenCalledTimes(2);
  for (const one of release) one();
  // Nobody would say that it has changed.
  readChartTheme(box());
  readChartTheme(box());
  expect(reads).toHaveBeenCalledTimes(4);
});

it('tells themes apart that stand beside each other', () => {
  const release = watchTheme(() => undefined);
  const light = box();
  const dark = box();
  dark.className = 'fui-FluentProvider';
  const inner = dark.appendChild(document.createElement('div'));
  expect(readChartTheme(inner)).not.toBe(readChartTheme(light));
  expect(readChartTheme(inner)).toBe(readChartTheme(dark));
  release();
});
