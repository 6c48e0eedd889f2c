import { editor } from './monaco.ts';

/** The editor's theme, which is defined by the page's. */
export const themeName = 'molde';

/** Theme token that colours each token type, so that the tenant's themes apply to the text. */
const colors = {
  'string.key.json': 'colorPaletteBlueForeground2',
  'string.value.json': 'colorPaletteGreenForeground2',
  'number.json': 'colorPaletteMarigoldForeground2',
  'keyword.json': 'colorPalettePurpleForeground2',
  'delimiter.bracket.json': 'colorNeutralForeground2',
  'delimiter.array.json': 'colorNeutralForeground2',
  'delimiter.colon.json': 'colorNeutralForeground2',
  'delimiter.comma.json': 'colorNeutralForeground2',
} as const;

/** Colours of brackets by their depth, which the library uses whatever its options say. */
const bracketColors = [1, 2, 3, 4, 5, 6].map((depth) => `editorBracketHighlight.foreground${depth}`);

/** The marks of the pair of brackets at the caret, beside the scrollbar: pale blocks that tell nothing. */
const unmarked = { 'editorOverviewRuler.bracketMatchForeground': '#00000000' };

const isHex = /^#[\da-f]{6}$/i;

function isDark(background: string): boolean {
  const channel = (at: number) => Number.parseInt(background.slice(at, at + 2), 16);
  return isHex.test(background) && channel(1) + channel(3) + channel(5) < 384;
}

/** Defines the editor's theme by the theme tokens around an element. */
function applyTheme(element: HTMLElement): void {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const rules = Object.entries(colors).flatMap(([tokenType, name]) => {
    const color = token(name);
    return isHex.test(color) ? [{ token: tokenType, foreground: color.slice(1) }] : [];
  });
  const base = isDark(token('colorNeutralBackground1')) ? 'vs-dark' : 'vs';
  const bracket = token(colors['delimiter.bracket.json']);
  editor.defineTheme(themeName, {
    base,
    inherit: true,
    rules,
    colors: {
      ...unmarked,
      ...(isHex.test(bracket) && Object.fromEntries(bracketColors.map((name) => [name, bracket]))),
    },
  });
  editor.setTheme(themeName);
}

/** Updates the editor's theme when the page's mode changes. Returns a function that stops it. */
export function followTheme(element: HTMLElement): () => void {
  applyTheme(element);
  // `data-theme` names the page's mode; the theme's tokens are set by the next frame.
  const observer = new MutationObserver(() => requestAnimationFrame(() => applyTheme(element)));
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
