import type { Preview } from '@storybook/react-vite';
import { defaultColors } from '../contracts/session.ts';
import type { TenantColors } from '../contracts/session.ts';
import { toLanguage } from '../contracts/language.ts';
import type { Language } from '../contracts/language.ts';

/** Uses one colour for all three colours of a tenant, so that poor contrast is visible at once. */
const allOf = (color: string): TenantColors => ({
  menuColor: color,
  actionColor: color,
  secondaryColor: color,
});

/** Palettes of tenants by their names in the toolbar: the product's, and colours with difficult contrast. */
export const palettes = {
  molde: defaultColors,
  turquoise: allOf('#26BCB3'),
  yellow: allOf('#ffd400'),
  'near-black': allOf('#0b0b0c'),
  grey: allOf('#808080'),
  'near-white': allOf('#f5f5f5'),
  red: allOf('#c50f1f'),
} as const satisfies Record<string, TenantColors>;

/** Factor on Fluent's font sizes and line heights, by its name in the toolbar. */
export const textSizes = { small: 0.875, normal: 1, large: 1.25, largest: 1.5 } as const;

/** Window sizes: a phone, a tablet, a laptop, a desktop. */
export const viewports = Object.fromEntries(
  [
    { name: 'phone', width: 360, height: 740 },
    { name: 'tablet', width: 768, height: 1024 },
    { name: 'laptop', width: 1024, height: 768 },
    { name: 'desktop', width: 1440, height: 900 },
  ].map(({ name, width, height }) => [
    name,
    { name: `${width} px`, styles: { width: `${width}px`, height: `${height}px` } },
  ]),
);

/** The settings of the toolbar for the stage. */
export interface StageSettings {
  language: Language;
  theme: 'light' | 'dark';
  colors: TenantColors;
  textScale: number;
  direction: 'ltr' | 'rtl';
}

const own = <Value>(table: Record<string, Value>, name: unknown, fallback: Value): Value =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name]! : fallback;

/** Reads Storybook's globals, which may come from the address. An invalid value counts as the default. */
export function readGlobals(globals: Record<string, unknown>): StageSettings {
  const { language, theme, colors, textSize, direction } = globals;
  return {
    language: toLanguage(typeof language === 'string' ? language : null),
    theme: theme === 'dark' ? 'dark' : 'light',
    colors: own<TenantColors>(palettes, colors, defaultColors),
    textScale: own<number>(textSizes, textSize, 1),
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
  };
}

const item = (value: string, title: string) => ({ value, title });

/** The toolbar; `viewport` is Storybook's own. */
export const toolbar = {
  language: {
    description: 'Language',
    toolbar: {
      icon: 'globe',
      dynamicTitle: true,
      items: [item('pt', 'Português'), item('en', 'English'), item('es', 'Español')],
    },
  },
  theme: {
    description: 'Theme',
    toolbar: {
      icon: 'circlehollow',
      dynamicTitle: true,
      items: [item('light', 'Light'), item('dark', 'Dark')],
    },
  },
  colors: {
    description: 'Colours of the tenant',
    toolbar: {
      icon: 'paintbrush',
      dynamicTitle: true,
      items: Object.entries(palettes).map(([name, { actionColor }]) => item(name, `${name} ${actionColor}`)),
    },
  },
  textSize: {
    description: 'Size of texts',
    toolbar: {
      icon: 'grow',
      dynamicTitle: true,
      items: Object.entries(textSizes).map(([name, factor]) => item(name, `Text ${factor * 100} %`)),
    },
  },
  direction: {
    description: 'Direction of texts',
    toolbar: {
      icon: 'transfer',
      dynamicTitle: true,
      items: [item('ltr', 'Left to right'), item('rtl', 'Right to left')],
    },
  },
} satisfies NonNullable<Preview['globalTypes']>;

/** Initial settings of the toolbar. */
export const initialGlobals: Record<keyof typeof toolbar, string> = {
  language: 'pt',
  theme: 'light',
  colors: 'molde',
  textSize: 'normal',
  direction: 'ltr',
};
