import type { BrandVariants, Theme } from '@fluentui/react-components';
import { isHexColor } from './color.ts';
import { menuColors } from './menu-colors.ts';
import { brandRamp } from './ramp.ts';
import { fixedTokens } from './tokens.ts';
import type { MoldeTokens } from './tokens.ts';

/** The tenant's three colours, each #rrggbb. */
export interface ThemeColors {
  menuColor: string;
  actionColor: string;
  secondaryColor: string;
}

export type MoldeTheme = Theme & MoldeTokens;

/** src/app/fonts.css declares Inter and its fallbacks. */
export const fontFamilyBase =
  "'Inter Variable', 'Inter Fallback', 'Inter Fallback Android', 'Inter Fallback Linux', system-ui, sans-serif";

/** Creates the themes of one mode. */
export type ThemeMaker = (colors: ThemeColors, fallback: ThemeColors) => MoldeTheme;

/** Loads the code that creates the themes of one mode, light or dark. */
export async function loadThemeMaker(mode: 'light' | 'dark'): Promise<ThemeMaker> {
  const { createFluentTheme } =
    mode === 'light' ? await import('./fluent-light.ts') : await import('./fluent-dark.ts');
  return (colors, fallback) => createMoldeTheme(createFluentTheme, colors, fallback, mode);
}

/**
 * Fluent's theme with the tenant's brand ramp and Molde's own tokens. `fallback` replaces a colour that is not #rrggbb, so
 * that an invalid setting never leaves the product unstyled.
 */
function createMoldeTheme(
  createFluentTheme: (ramp: BrandVariants) => Theme,
  colors: ThemeColors,
  fallback: ThemeColors,
  mode: 'light' | 'dark',
): MoldeTheme {
  const pick = (name: keyof ThemeColors) => (isHexColor(colors[name]) ? colors[name] : fallback[name]);
  const action = pick('actionColor');
  const fluent = createFluentTheme(brandRamp(action, mode));
  return {
    ...fluent,
    fontFamilyBase,
    ...fixedTokens(mode),
    ...menuColors(pick('menuColor'), action, mode),
    tenantAction: action,
    tenantSecondary: pick('secondaryColor'),
    cardStroke: mode === 'light' ? fluent.colorNeutralStroke2 : fluent.colorNeutralStroke3,
    errorForeground:
      mode === 'light' ? fluent.colorStatusDangerForeground1 : fluent.colorStatusDangerForeground3,
  };
}
