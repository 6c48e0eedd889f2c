import { defaultColors } from '../contracts/session.ts';
import { loadThemeMaker } from '../ui/index.ts';
import type { MoldeTheme } from '../ui/index.ts';
import type { StageSettings } from './globals.ts';

const makers = { light: await loadThemeMaker('light'), dark: await loadThemeMaker('dark') };

const scaled = (size: string, factor: number) =>
  size.replace(/^[\d.]+/, (number) => `${Number(number) * factor}`);

/** The tenant's theme, with its texts as large as the toolbar says. */
export function themeOf({
  theme,
  colors,
  textScale,
}: Omit<StageSettings, 'language' | 'direction'>): MoldeTheme {
  const made = makers[theme](colors, defaultColors);
  if (textScale === 1) return made;
  const sizes = Object.entries(made)
    .filter(([name]) => /^(fontSize|lineHeight)/.test(name))
    .map(([name, size]) => [name, scaled(String(size), textScale)]);
  return { ...made, ...(Object.fromEntries(sizes) as Partial<MoldeTheme>) };
}
