import { defaultColors } from '../../contracts/session.ts';
import type { TenantColors } from '../../contracts/session.ts';
import { loadThemeMaker } from '../../ui/index.ts';
import type { MoldeTheme, ThemeMaker } from '../../ui/index.ts';
import { readPreference, writePreference } from '../../client/index.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export interface AppearanceState {
  choice: ThemeChoice;
  mode: 'light' | 'dark';
  colors: TenantColors;
  theme: MoldeTheme;
}

export interface Appearance {
  get(): AppearanceState;
  subscribe(listener: () => void): () => void;
  choose(choice: ThemeChoice): void;
  /** The tenant's colours, kept so that the next visit starts in them. */
  setColors(colors: TenantColors): void;
}

function keptColors(): TenantColors {
  try {
    const kept = JSON.parse(readPreference('colors') ?? 'null') as Partial<TenantColors> | null;
    const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);
    return {
      menuColor: text(kept?.menuColor, defaultColors.menuColor),
      actionColor: text(kept?.actionColor, defaultColors.actionColor),
      secondaryColor: text(kept?.secondaryColor, defaultColors.secondaryColor),
    };
  } catch {
    return defaultColors;
  }
}

/** Light or dark by choice or by the system, in the tenant's colours. */
export async function createAppearance(): Promise<Appearance> {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const listeners = new Set<() => void>();
  const kept = readPreference('theme');
  const modeOf = (chosen: ThemeChoice) => (chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen);

  let choice: ThemeChoice = themeChoices.find((one) => one === kept) ?? 'system';
  let colors = keptColors();
  let mode = modeOf(choice);
  let make: ThemeMaker = await loadThemeMaker(mode);
  let state: AppearanceState;

  function apply() {
    state = { choice, mode, colors, theme: make(colors, defaultColors) };
    // The browser's own parts (scroll bars, the page before its first style) follow.
    document.documentElement.dataset.theme = mode;
    for (const listener of listeners) listener();
  }

  async function switchMode() {
    const wanted = modeOf(choice);
    const maker = await loadThemeMaker(wanted);
    // Switched back meanwhile: the later wish wins.
    if (wanted !== modeOf(choice)) return;
    mode = wanted;
    make = maker;
    apply();
  }

  apply();
  dark.addEventListener('change', () => void switchMode());

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(next) {
      choice = next;
      writePreference('theme', next);
      void switchMode();
    },
    setColors(next) {
      const text = JSON.stringify(next);
      if (text === JSON.stringify(colors)) return;
      writePreference('colors', text);
      colors = next;
      apply();
    },
  };
}
