/** Colour arithmetic for themes: sRGB hex ↔ OKLCH (Björn Ottosson's OKLab) and WCAG 2 contrast. */

/** OKLCH: lightness 0..1, chroma from 0, hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const toGamma = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Converts six-digit hex to linear sRGB; null for any other text. */
function linearOf(hex: string): Triple | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  return match.slice(1).map((pair) => toLinear(parseInt(pair, 16) / 255)) as Triple;
}

export function isHexColor(value: string): boolean {
  return linearOf(value) !== null;
}

function linear(hex: string): Triple {
  const triple = linearOf(hex);
  if (!triple) throw new RangeError(`not a #rrggbb colour: ${hex}`);
  return triple;
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

function toLinearRgb({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const inGamut = (triple: Triple) => triple.every((channel) => channel >= -0.0001 && channel <= 1.0001);

/** Returns the largest chroma up to `c` that sRGB contains at that lightness and hue. */
function fitChroma({ l, c, h }: Oklch): number {
  if (inGamut(toLinearRgb({ l, c, h }))) return c;
  let low = 0;
  let high = c;
  for (let round = 0; round < 24; round++) {
    const middle = (low + high) / 2;
    if (inGamut(toLinearRgb({ l, c: middle, h }))) low = middle;
    else high = middle;
  }
  return low;
}

/** Converts a colour to hex, its chroma lowered until sRGB contains it. */
export function fromOklch(color: Oklch): string {
  const triple = toLinearRgb({ ...color, c: fitChroma(color) });
  const pairs = triple.map((channel) =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, channel)))) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${pairs.join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` (0..1) of `over` mixed into `base`, channel by channel as browsers blend opacity. */
export function mix(base: string, over: string, share: number): string {
  const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Triple;
  const from = channels(base);
  const to = channels(over);
  return `#${from
    .map((channel, at) =>
      Math.round(channel + (to[at]! - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
