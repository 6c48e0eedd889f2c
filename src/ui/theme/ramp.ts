import type { BrandVariants } from '@fluentui/react-components';
import { contrast, fromOklch, toOklch } from './color.ts';
import type { Oklch } from './color.ts';

/** Least OKLCH lightness of a colour that is used as it is: buttons in a darker one look like text. */
const nearBlack = 0.3;
/** Most chroma of a generated shade, below that of the most saturated sRGB colours. */
const maxChroma = 0.15;
/** Each step below 80 is darker by this share of step 80's lightness. */
const darkStep = 0.0923;
const lightestLightness = 0.968;
/** Share of the chroma that step 160 keeps; it falls linearly from step 120 on. */
const lightestChroma = 0.127;

/** The shade with the most lightness of this hue that passes; lightness only makes `passes` fail from some point on. */
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

/** The shade with the least lightness of this hue that passes. */
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

/** Can step 80 be the tenant's own colour? White text must be readable on it, and it must not be near black. */
function keepsOwn(hex: string): boolean {
  return contrast(hex, '#ffffff') >= 4.5 && toOklch(hex).l > nearBlack;
}

/**
 * Fluent's sixteen brand steps from one colour (LOOK section 3): hue kept, chroma inside sRGB and falling towards the
 * light end, text contrast held whatever the colour. The light theme keeps a readable own colour as step 80; the dark
 * theme always takes the generated shades, so that buttons stay visible on dark surfaces.
 */
export function brandRamp(actionColor: string, mode: 'light' | 'dark'): BrandVariants {
  const own = toOklch(actionColor);
  const hue: Oklch = { ...own, c: Math.min(own.c, maxChroma) };
  const generated = lightest(
    hue,
    (hex) => contrast(hex, '#ffffff') >= 4.9 && contrast(hex, '#f5f5f5') >= 4.5,
  );
  const kept = mode === 'light' && keepsOwn(actionColor);
  const base = kept ? own : generated;
  const onDark = darkest(hue, (hex) => contrast(hex, '#292929') >= 5);

  const shade = (step: number): string => {
    if (step === 80) return kept ? actionColor.toLowerCase() : fromOklch(generated);
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
