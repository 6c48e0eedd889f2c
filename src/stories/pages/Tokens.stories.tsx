import { makeStyles, tokens } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { contrast, isHexColor, priorityNames, statusNames, statusToken } from '../../ui/index.ts';
import type { MoldeTheme } from '../../ui/index.ts';
import { readGlobals } from '../globals.ts';
import type { StageSettings } from '../globals.ts';
import { StoryPage } from '../StoryPage.tsx';
import { themeOf } from '../theme.ts';

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: '24px', padding: '24px', maxWidth: '1200px' },
  grid: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: '8px' },
  swatch: {
    boxSizing: 'border-box',
    minHeight: '56px',
    padding: '8px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    overflowWrap: 'anywhere',
  },
  caption: { margin: 0, overflowWrap: 'anywhere', fontSize: tokens.fontSizeBase200 },
  line: { margin: 0, overflowWrap: 'anywhere' },
  bar: { height: '16px', backgroundColor: tokens.colorBrandBackground },
  heading: { margin: '0 0 8px', fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
});

type Token = keyof MoldeTheme;

/** Text colours with their backgrounds. Each pair must reach 4.5:1. */
const pairs: readonly (readonly [string, Token, Token])[] = [
  ['Text', 'colorNeutralForeground1', 'colorNeutralBackground1'],
  ['Text, weaker', 'colorNeutralForeground2', 'colorNeutralBackground1'],
  ['Text, weakest', 'colorNeutralForeground3', 'colorNeutralBackground1'],
  ['Text on the page', 'colorNeutralForeground3', 'colorNeutralBackground2'],
  ['Link', 'colorBrandForegroundLink', 'colorNeutralBackground1'],
  ['Primary button', 'colorNeutralForegroundOnBrand', 'colorBrandBackground'],
  ['Brand tile', 'colorBrandForeground2', 'colorBrandBackground2'],
  ['Menu', 'menuForeground', 'menuBackground'],
  ['Error', 'errorForeground', 'colorNeutralBackground1'],
  ...statusNames.map(
    (name) => [`Status ${name}`, statusToken(name, 'Foreground'), statusToken(name, 'Background')] as const,
  ),
  ...priorityNames.map(
    (name) =>
      [
        `Priority ${name}`,
        `priority${name.charAt(0).toUpperCase()}${name.slice(1)}` as Token,
        'colorNeutralBackground1',
      ] as const,
  ),
];
const solids: readonly Token[] = [
  'tenantAction',
  'tenantSecondary',
  'cardStroke',
  ...statusNames.map((name) => statusToken(name, 'Solid')),
  ...([1, 2, 3, 4, 5, 6] as const).map((at) => `chart${at}` as const),
  'chartOther',
  'chartGrid',
];
const sizes: readonly Token[] = [
  'fontSizeBase100',
  'fontSizeBase200',
  'fontSizeBase300',
  'fontSizeBase400',
  'fontSizeBase500',
  'fontSizeBase600',
  'fontSizeHero700',
];
const spaces: readonly Token[] = [
  'spacingHorizontalXXS',
  'spacingHorizontalXS',
  'spacingHorizontalS',
  'spacingHorizontalM',
  'spacingHorizontalL',
  'spacingHorizontalXL',
  'spacingHorizontalXXL',
];
const radii: readonly Token[] = [
  'borderRadiusSmall',
  'borderRadiusMedium',
  'borderRadiusLarge',
  'borderRadiusXLarge',
];

/** Returns the contrast of two tokens, or null if one of them is translucent. */
function ratio(theme: MoldeTheme, text: Token, ground: Token): number | null {
  const [above, below] = [String(theme[text]), String(theme[ground])];
  return isHexColor(above) && isHexColor(below) ? contrast(above, below) : null;
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const styles = useStyles();
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

function Colors({ theme }: { theme: MoldeTheme }) {
  const styles = useStyles();
  return (
    <>
      <Part title="Colours that carry text">
        <div className={styles.grid}>
          {pairs.map(([name, text, ground]) => (
            <div
              key={name}
              className={styles.swatch}
              style={{ color: String(theme[text]), backgroundColor: String(theme[ground]) }}
            >
              <strong>{name}</strong> {ratio(theme, text, ground)?.toFixed(1) ?? '–'}:1
              <p className={styles.caption}>
                {text} on {ground}
              </p>
            </div>
          ))}
        </div>
      </Part>
      <Part title="Colours that carry none">
        <div className={styles.grid}>
          {solids.map((name) => (
            <div key={name}>
              <div className={styles.swatch} style={{ backgroundColor: String(theme[name]) }} />
              <p className={styles.caption}>
                {name} {String(theme[name])}
              </p>
            </div>
          ))}
        </div>
      </Part>
    </>
  );
}

function Page({ settings }: { settings: StageSettings }) {
  const styles = useStyles();
  const theme = themeOf(settings);
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>Tokens, {settings.theme}</h1>
      <Colors theme={theme} />
      <Part title="Type">
        {sizes.map((name) => (
          <p key={name} className={styles.line} style={{ fontSize: String(theme[name]) }}>
            {name} {String(theme[name])}: Ação, coração, pingüino
          </p>
        ))}
      </Part>
      <Part title="Spacing">
        {spaces.map((name) => (
          <div key={name}>
            <div className={styles.bar} style={{ width: String(theme[name]) }} />
            <p className={styles.caption}>
              {name} {String(theme[name])}
            </p>
          </div>
        ))}
      </Part>
      <Part title="Corners">
        <div className={styles.grid}>
          {radii.map((name) => (
            <div key={name} className={styles.swatch} style={{ borderRadius: String(theme[name]) }}>
              {name} {String(theme[name])}
            </div>
          ))}
        </div>
      </Part>
    </div>
  );
}

export default {
  title: 'Molde/Tokens',
  tags: ['!autodocs'],
  render: (_, context) => (
    <StoryPage context={context}>{(settings) => <Page settings={settings} />}</StoryPage>
  ),
  async play({ globals }) {
    const theme = themeOf(readGlobals(globals));
    const faint = pairs.filter(([, text, ground]) => (ratio(theme, text, ground) ?? 21) < 4.5);
    await expect(faint.map(([name]) => name)).toEqual([]);
  },
} satisfies Meta;

export const Light: StoryObj = { globals: { theme: 'light' } };
export const Dark: StoryObj = { globals: { theme: 'dark' } };
export const Yellow: StoryObj = { globals: { colors: 'yellow' } };
export const YellowDark: StoryObj = { globals: { colors: 'yellow', theme: 'dark' } };
export const Turquoise: StoryObj = { globals: { colors: 'turquoise' } };
export const NearBlack: StoryObj = { globals: { colors: 'near-black' } };
export const NearBlackDark: StoryObj = { globals: { colors: 'near-black', theme: 'dark' } };
export const NearWhite: StoryObj = { globals: { colors: 'near-white' } };
export const Grey: StoryObj = { globals: { colors: 'grey' } };
export const GreyDark: StoryObj = { globals: { colors: 'grey', theme: 'dark' } };
