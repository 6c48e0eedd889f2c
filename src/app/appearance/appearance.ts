import { defaultColors } from '../../contracts/session.ts';
import type { TenantColors } from '../../contracts/session.ts';
import { createUiStore, loadThemeMaker } from '../../ui/index.ts';
import type { MoldeTheme, ReadonlyStore } from '../../ui/index.ts';
import { readDevicePreference, writeDevicePreference } from '../../client/index.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export interface AppearanceState {
  choice: ThemeChoice;
  mode: 'light' | 'dark';
  colors: TenantColors;
  theme: MoldeTheme;
}

export interface Appearance extends ReadonlyStore<AppearanceState> {
  choose(choice: ThemeChoice): void;
  /** Sets the tenant's colours and stores them, so that the next visit starts in them. */
  setColors(colors: TenantColors): void;
}

function storedColors(): TenantColors {
  try {
    const stored = JSON.parse(readDevicePreference('colors') ?? 'null') as Partial<TenantColors> | null;
    const text = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);
    return {
      menuColor: text(stored?.menuColor, defaultColors.menuColor),
      actionColor: text(stored?.actionColor, defaultColors.actionColor),
      secondaryColor: text(stored?.secondaryColor, defaultColors.secondaryColor),
    };
  } catch {
    return defaultColors;
  }
}

/** Creates the store of the appearance: light or dark by choice or by the system, in the tenant's colours. */
export async function createAppearance(): Promise<Appearance> {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const modeOf = (choice: ThemeChoice) => (choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice);
  const stored = readDevicePreference('theme');
  const choice = themeChoices.find((one) => one === stored) ?? 'system';
  const mode = modeOf(choice);
  const colors = storedColors();
  let createTheme = await loadThemeMaker(mode);
  const store = createUiStore<AppearanceState>({
    choice,
    mode,
    colors,
    theme: createTheme(colors, defaultColors),
  });

  // The browser reads this for scroll bars and for the page before its first style.
  const applyMode = () => void (document.documentElement.dataset.theme = store.getState().mode);
  applyMode();
  store.subscribe(applyMode);

  async function updateMode() {
    const next = modeOf(store.getState().choice);
    const create = await loadThemeMaker(next);
    // The person switched back while the theme loaded.
    if (next !== modeOf(store.getState().choice)) return;
    createTheme = create;
    store.setState((state) => ({ mode: next, theme: createTheme(state.colors, defaultColors) }));
  }
  dark.addEventListener('change', () => void updateMode());

  return {
    ...store,
    choose(next) {
      writeDevicePreference('theme', next);
      store.setState({ choice: next });
      void updateMode();
    },
    setColors(next) {
      const text = JSON.stringify(next);
      if (text === JSON.stringify(store.getState().colors)) return;
      writeDevicePreference('colors', text);
      store.setState({ colors: next, theme: createTheme(next, defaultColors) });
    },
  };
}
