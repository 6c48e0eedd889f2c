import type { BrandVariants } from '@fluentui/react-components';
import { contrast, fromOklch, toOklch } from './color.ts';
import type { Oklch } from './color.ts';

/** Least OKLCH lightness of a colour that is used as it is: buttons in a darker one look like text. */
const leastLightness = 0.3;
/** Most chroma of a generated shade, below that of the most saturated sRGB colours. */
const maxChroma = 0.15;
/** Each step below 80 is darker by this share of step 80's lightness. */
const darkStep = 0.0923;
const lightestLightness = 0.968;
/** Share of the chroma that step 160 keeps; it falls linearly from step 120 on. */
const lightestChroma = 0.127;

/** Returns the lightest shade of this hue that passes. `passes` fails above some lightness. */
function lightest(hue: Oklch, passes: (hex: string) => boolean): Oklch {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 16; round++) {
    const middle = (low + high) / 2;
    if (passes(fromOklch({ ...hue, l: middle }))) low = middle;
    else high = middle;
  }
  return { ...hue, l: low };
}

/** Returns the darkest shade of this hue that passes. */
function darkest(hue: Oklch, passes: (hex: string) => boolean): Oklch {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 16; round++) {
    const middle = (low + high) / 2;
    if (passes(fromOklch({ ...hue, l: middle }))) high = middle;
    else low = middle;
  }
  return { ...hue, l: high };
}

/** Whether step 80 can be the tenant's own colour: white text is readable on it, and it is not almost black. */
function isUsableColor(hex: string): boolean {
  return contrast(hex, '#ffffff') >= 4.5 && toOklch(hex).l > leastLightness;
}

/**
 * Derives Fluent's sixteen brand steps from one colour (LOOK section 3). The hue is unchanged, the chroma stays inside sRGB
 * and falls towards the light end, and text contrast is sufficient for every colour. In the light theme step 80 is the own
 * colour if it is readable. The dark theme uses generated shades only, so that buttons stay visible on dark surfaces.
 */
export function brandRamp(actionColor: string, mode: 'light' | 'dark'): BrandVariants {
  const own = toOklch(actionColor);
  const hue: Oklch = { ...own, c: Math.min(own.c, maxChroma) };
  const generated = lightest(
    hue,
    (hex) => contrast(hex, '#ffffff') >= 4.9 && contrast(hex, '#f5f5f5') >= 4.5,
  );
  const usesOwn = mode === 'light' && isUsableColor(actionColor);
  const base = usesOwn ? own : generated;
  const onDark = darkest(hue, (hex) => contrast(hex, '#292929') >= 5);

  const shade = (step: number): string => {
    if (step === 80) return usesOwn ? actionColor.toLowerCase() : fromOklch(generated);
    if (step < 80) return fromOklch({ ...base, l: base.l * (1 - (darkStep * (80 - step)) / 10) });
    if (step === 90) return fromOklch({ ...hue, l: (Math.max(base.l, generated.l) + onDark.l) / 2 });
    const l = onDark.l + ((lightestLightness - onDark.l) * (step - 100)) / 60;
    const fall = step <= 120 ? 1 : 1 - ((1 - lightestChroma) * (step - 120)) / 40;
    return fromOklch({ ...hue, l, c: hue.c * fall });
  };
  const ramp = {} as Record<number, string>;
  for (let step = 10; step <= 160; step += 10) ramp[step] = shade(step);
  return ramp as unknown as BrandVariants;
}

/** The steps of the brand ramp in order, each with the text colour that is readable on it. */
export function brandShades(
  actionColor: string,
  mode: 'light' | 'dark',
): { step: number; color: string; text: string }[] {
  return Object.entries(brandRamp(actionColor, mode)).map(([step, color]) => ({
    step: Number(step),
    color,
    text: contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000',
  }));
}
