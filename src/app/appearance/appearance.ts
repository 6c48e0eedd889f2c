import { defaultColors, themeChoices } from '../../contracts/session.ts';
import type { TenantColors, ThemeChoice } from '../../contracts/session.ts';
import { createUiStore, isHexColor, loadThemeMaker } from '../../ui/index.ts';
import type { MoldeTheme, ReadonlyStore } from '../../ui/index.ts';
import { readDevicePreference, writeDevicePreference } from '../../client/index.ts';

export interface AppearanceState {
  choice: ThemeChoice;
  mode: 'light' | 'dark';
  colors: TenantColors;
  theme: MoldeTheme;
}

export interface Appearance extends ReadonlyStore<AppearanceState> {
  /** Resolves once the colours of the choice are there. */
  choose(choice: ThemeChoice): Promise<void>;
  /** Sets the tenant's colours and stores them, so that the next visit starts in them. */
  setColors(colors: TenantColors): void;
}

/**
 * Colours that the server wrote into the page: menu, action, secondary, and action before the sign-in. Null without them, as
 * in the development server's page.
 */
function writtenColors(signedIn: boolean): TenantColors | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tenant-colors"]')?.content ?? '';
  const colors = content.split(' ');
  const [menuColor = '', actionColor = '', secondaryColor = '', loginColor = ''] = colors;
  if (!colors.every(isHexColor)) return null;
  return { menuColor, actionColor: signedIn ? actionColor : loginColor, secondaryColor };
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

/**
 * Creates the store of the appearance: light or dark by choice or by the system, in the tenant's colours.
 * @param signedIn whether the page begins with a signed-in person.
 */
export async function createAppearance(signedIn = false): Promise<Appearance> {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const modeOf = (choice: ThemeChoice) => (choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice);
  const stored = readDevicePreference('theme');
  const choice = themeChoices.find((one) => one === stored) ?? 'system';
  const mode = modeOf(choice);
  const colors = writtenColors(signedIn) ?? storedColors();
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
      return updateMode();
    },
    setColors(next) {
      const text = JSON.stringify(next);
      if (text === JSON.stringify(store.getState().colors)) return;
      writeDevicePreference('colors', text);
      store.setState({ colors: next, theme: createTheme(next, defaultColors) });
    },
  };
}
