import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fromOklch, toOklch } from './color.ts';
import { menuColors } from './menu-colors.ts';
import { brandRamp } from './ramp.ts';
import { loadThemeMaker } from './theme.ts';

const color = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);

/** Largest distance of a channel, 0..255. */
function distance(one: string, other: string): number {
  const at = (hex: string, index: number) => parseInt(hex.slice(index, index + 2), 16);
  return Math.max(...[1, 3, 5].map((index) => Math.abs(at(one, index) - at(other, index))));
}

describe('brand ramp', () => {
  test('makes the shades that the look names for the default action colour', () => {
    const ramp = brandRamp('#26BCB3', 'light');
    const named = {
      20: '#002523',
      40: '#00413d',
      60: '#005f5a',
      70: '#006e69',
      80: '#007e78',
      90: '#00948c',
      100: '#00aaa1',
      110: '#23bab1',
      120: '#3dcbc1',
      140: '#a0e2dc',
      160: '#eaf8f6',
    } as const;
    for (const [step, hex] of Object.entries(named)) {
      expect(distance(ramp[Number(step) as keyof typeof named], hex), `step ${step}`).toBeLessThanOrEqual(4);
    }
  });

  test('keeps a readable tenant colour in the light theme only', () => {
    expect(brandRamp('#1874cf', 'light')[80]).toBe('#1874cf');
    expect(brandRamp('#4F3277', 'light')[80]).toBe('#4f3277');
    expect(distance(brandRamp('#4F3277', 'dark')[70], '#6f539b')).toBeLessThanOrEqual(4);
    expect(distance(brandRamp('#4F3277', 'dark')[80], '#7f62ac')).toBeLessThanOrEqual(4);
    expect(distance(brandRamp('#ffd400', 'light')[80], '#866e00')).toBeLessThanOrEqual(4);
    expect(distance(brandRamp('#e53935', 'light')[80], '#be4b43')).toBeLessThanOrEqual(4);
  });

  test('gives grey for grey', () => {
    for (const hex of Object.values(brandRamp('#777777', 'light'))) {
      expect(toOklch(hex).c).toBeLessThan(0.005);
    }
  });

  test('has readable text for any colour: on buttons, links and tints', () => {
    fc.assert(
      fc.property(color, (action) => {
        const light = brandRamp(action, 'light');
        expect(contrast('#ffffff', light[80])).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', light[70])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light[70], '#fafafa')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(light[70], light[160])).toBeGreaterThanOrEqual(4.5);
        const dark = brandRamp(action, 'dark');
        expect(contrast('#ffffff', dark[70])).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', dark[80])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(dark[100], '#292929')).toBeGreaterThanOrEqual(5);
        expect(contrast(dark[110], dark[20])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

describe('menu colours', () => {
  test('any colour of the tenant leaves every tone of text readable', () => {
    fc.assert(
      fc.property(color, color, fc.constantFrom('light' as const, 'dark' as const), (menu, action, mode) => {
        const colors = menuColors(menu, action, mode);
        const on = (text: string, ground: string) =>
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        on(colors.menuForeground, colors.menuBackground);
        on(colors.menuForegroundMuted, colors.menuBackground);
        on(colors.menuForegroundFaint, colors.menuBackground);
        on(colors.menuForeground, colors.menuSelected);
        on(colors.menuForeground, colors.menuHover);
        expect(contrast(colors.menuIndicator, colors.menuSelected)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test('keeps the default menu colour', () => {
    expect(menuColors('#1A2B3B', '#26BCB3', 'light').menuBackground).toBe('#1a2b3b');
    expect(menuColors('#1A2B3B', '#26BCB3', 'dark').menuBackground).toBe('#14222e');
  });
});

test('a colour survives the conversion to OKLCH and back', () => {
  fc.assert(
    fc.property(color, (hex) => {
      expect(distance(fromOklch(toOklch(hex)), hex)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a stored value that is not a colour falls back to the default', async () => {
  const fallback = { menuColor: '#1A2B3B', actionColor: '#26BCB3', secondaryColor: '#4F3277' };
  const theme = (await loadThemeMaker('light'))(
    { ...fallback, actionColor: 'teal; } * { display: none' },
    fallback,
  );
  expect(theme.tenantAction).toBe('#26BCB3');
  expect(theme.statusLateBackground).toBe('#ffebe9');
});
