import type { MoldeToken } from '../theme/tokens.ts';
import { scaleIndex, scaleSteps } from './scale.ts';

export interface ScaleColor {
  background: string;
  text: string;
}

export type ChartTone = 'neutral' | 'success' | 'warning' | 'danger';

/** The colour of a series: one of six, a tone that means something, or with null the grey of all others. */
export type ChartColor = number | ChartTone | null;

/** The theme's tokens as colours: the library does not read CSS variables. */
export interface ChartTheme {
  /** At most six; further series are `other`. */
  colors: readonly string[];
  other: string;
  /** From little to much, each with the colour of text on it. */
  scale: readonly ScaleColor[];
  grid: string;
  text: string;
  strongText: string;
  background: string;
  stroke: string;
  tones: Readonly<Record<ChartTone, string>>;
  fontFamily: string;
  /** The person asks for more contrast: areas have patterns. */
  patterns: boolean;
}

/** The colour of a series in a theme. */
export function chartColorOf(theme: ChartTheme, color: ChartColor): string {
  if (typeof color === 'string') return theme.tones[color];
  return color === null ? theme.other : (theme.colors[color] ?? theme.other);
}

/** The colour of a step of `count`, and that of text on it. */
export const chartScaleOf = (theme: ChartTheme, step: number, count: number): ScaleColor =>
  theme.scale[scaleIndex(step, count)]!;

/** Mixes a colour into another one. @param share of the first, from 0 to 1; texts that are no #rrggbb are the first */
export function mixColors(color: string, into: string, share: number): string {
  const channels = (hex: string) => /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex)?.slice(1);
  const [first, second] = [channels(color), channels(into)];
  if (!first || !second) return color;
  const mixed = first.map((pair, index) =>
    Math.round(parseInt(pair, 16) * share + parseInt(second[index]!, 16) * (1 - share)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const moreContrast = '(prefers-contrast: more)';

const colorTokens: readonly MoldeToken[] = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6'];

function readTokens(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    colors: colorTokens.map(token),
    other: token('chartOther'),
    scale: scaleSteps.map(({ background, text }) => ({ background: token(background), text: token(text) })),
    grid: token('chartGrid'),
    text: token('colorNeutralForeground3'),
    strongText: token('colorNeutralForeground1'),
    background: token('colorNeutralBackground1'),
    stroke: token('cardStroke'),
    tones: {
      neutral: token('colorNeutralForeground2'),
      success: token('statusConcludedSolid'),
      warning: token('statusBlockedSolid'),
      danger: token('statusLateSolid'),
    },
    fontFamily: token('fontFamilyBase') || 'sans-serif',
    patterns: globalThis.matchMedia?.(moreContrast).matches ?? false,
  };
}

const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/** Themes by the element that sets their tokens: to read them takes milliseconds for each of many charts. */
let themes = new WeakMap<Element, ChartTheme>();

/** The theme around an element; the same object until a theme may have changed. Only while somebody watches themes. */
export function readChartTheme(element: Element): ChartTheme {
  const provider = element.closest('.fui-FluentProvider') ?? document.documentElement;
  const known = themes.get(provider);
  if (known) return known;
  const theme = readTokens(element);
  if (listeners.size > 0) themes.set(provider, theme);
  return theme;
}

/** Follows what the theme of a page depends on, for all charts at once. */
function watchPage(): () => void {
  // `data-theme` names the page's mode; the theme's tokens are set by the next frame.
  let frame = 0;
  const changed = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      themes = new WeakMap();
      for (const listener of listeners) listener();
    });
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
  const contrast = globalThis.matchMedia?.(moreContrast);
  contrast?.addEventListener('change', changed);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    contrast?.removeEventListener('change', changed);
  };
}

/** Calls back when the theme around elements may have changed. Returns a function that stops it. */
export function watchTheme(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= watchPage();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
    themes = new WeakMap();
  };
}
