import { defaultColors } from '../contracts/session.ts';
import { loadThemeMaker } from '../ui/index.ts';
import type { MoldeTheme } from '../ui/index.ts';
import type { StageSettings } from './globals.ts';

const makers = { light: await loadThemeMaker('light'), dark: await loadThemeMaker('dark') };

const scaled = (size: string, factor: number) =>
  size.replace(/^[\d.]+/, (number) => `${Number(number) * factor}`);

/** Creates the tenant's theme, with font sizes scaled by the setting of the toolbar. */
export function themeOf({
  theme,
  colors,
  textScale,
}: Omit<StageSettings, 'language' | 'direction'>): MoldeTheme {
  const created = makers[theme](colors, defaultColors);
  if (textScale === 1) return created;
  const sizes = Object.entries(created)
    .filter(([name]) => /^(fontSize|lineHeight)/.test(name))
    .map(([name, size]) => [name, scaled(String(size), textScale)]);
  return { ...created, ...(Object.fromEntries(sizes) as Partial<MoldeTheme>) };
}
