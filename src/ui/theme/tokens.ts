import type { Theme } from '@fluentui/react-components';

/** The statuses with a colour of their own (LOOK section 3); any other is rendered as `backlog`. */
export const statusNames = [
  'backlog',
  'start',
  'progress',
  'validation',
  'blocked',
  'concluded',
  'canceled',
  'late',
] as const;
export type StatusName = (typeof statusNames)[number];

export const priorityNames = ['urgent', 'high', 'medium', 'low'] as const;
export type PriorityName = (typeof priorityNames)[number];

type StatusToken = `status${Capitalize<StatusName>}${'Background' | 'Foreground' | 'Solid'}`;
type PriorityToken = `priority${Capitalize<PriorityName>}`;
type ChartToken =
  | `chart${1 | 2 | 3 | 4 | 5 | 6 | 'Other' | 'Grid'}`
  | `chartScale${1 | 2 | 3 | 4 | 5 | 6 | 'LowText' | 'HighText'}`;
type MenuToken =
  | 'menuBackground'
  | 'menuForeground'
  | 'menuForegroundMuted'
  | 'menuForegroundFaint'
  | 'menuIndicator'
  | 'menuHover'
  | 'menuSelected'
  | 'menuStroke';
type BrandToken = 'tenantAction' | 'tenantSecondary' | 'cardStroke' | 'errorForeground';

/** The tokens of Molde's themes beyond Fluent's own. */
export type MoldeToken = StatusToken | PriorityToken | ChartToken | MenuToken | BrandToken;
export type MoldeTokens = Record<MoldeToken, string>;

const capitalize = <Name extends string>(name: Name) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;

/** Returns `var(--…)` of a token, for styles. FluentProvider writes every key of the theme as a CSS variable. */
export function moldeToken(name: MoldeToken | keyof Theme): string {
  return `var(--${name})`;
}

export function statusToken(status: StatusName, part: 'Background' | 'Foreground' | 'Solid'): StatusToken {
  return `status${capitalize(status)}${part}`;
}

const statusLight: Record<StatusName, [string, string, string]> = {
  backlog: ['#f0f0f0', '#525252', '#808080'],
  start: ['#e5f3f7', '#1f5561', '#3c8697'],
  progress: ['#e8f1ff', '#244991', '#4175da'],
  validation: ['#f7ebff', '#64347e', '#9a58c0'],
  blocked: ['#fceede', '#6c4300', '#a96b00'],
  concluded: ['#e4f6e7', '#165c2d', '#328f4e'],
  canceled: ['#f0f0f0', '#525252', '#808080'],
  late: ['#ffebe9', '#8b1e20', '#d23c3d'],
};

const statusDark: Record<StatusName, [string, string, string]> = {
  backlog: ['#3d3d3d', '#d6d6d6', '#a8a8a8'],
  start: ['#223a40', '#b5d8e1', '#69aaba'],
  progress: ['#223558', '#b9d2ff', '#6a9cfb'],
  validation: ['#412a4e', '#e3c2f9', '#bd81e1'],
  blocked: ['#473013', '#eecaa2', '#ce9042'],
  concluded: ['#1f3d26', '#b3debb', '#63b376'],
  canceled: ['#3d3d3d', '#d6d6d6', '#a8a8a8'],
  late: ['#562321', '#ffbeb8', '#f66d67'],
};

const fixedLight = {
  priorityUrgent: '#b32228',
  priorityHigh: '#925000',
  priorityMedium: '#2863ab',
  priorityLow: '#636363',
  chart1: '#329d8d',
  chart2: '#4264a7',
  chart3: '#c27b14',
  chart4: '#8d85e5',
  chart5: '#92004c',
  chart6: '#5f5000',
  chartOther: '#9e9e9e',
  chartGrid: '#ebebeb',
  // Colour 1 from little to much, with text of 4.5:1 on steps 1 to 4 and on 5 and 6.
  chartScale1: '#ddf4f0',
  chartScale2: '#aee2d9',
  chartScale3: '#7dccbf',
  chartScale4: '#47afa1',
  chartScale5: '#197f74',
  chartScale6: '#03544b',
  chartScaleLowText: '#242424',
  chartScaleHighText: '#ffffff',
};

const fixedDark: typeof fixedLight = {
  priorityUrgent: '#ff8a82',
  priorityHigh: '#ed9c55',
  priorityMedium: '#79b4ff',
  priorityLow: '#b1b1b1',
  chart1: '#0b9e82',
  chart2: '#a1c0ff',
  chart3: '#ce600d',
  chart4: '#9882da',
  chart5: '#ffbaca',
  chart6: '#c4cc7a',
  chartOther: '#8a8a8a',
  chartGrid: '#3d3d3d',
  chartScale1: '#243e36',
  chartScale2: '#2a574a',
  chartScale3: '#2c705d',
  chartScale4: '#2d816a',
  chartScale5: '#4bbf9f',
  chartScale6: '#94e8cd',
  chartScaleLowText: '#ffffff',
  chartScaleHighText: '#242424',
};

/** Status, priority and chart colours: the same for every tenant (LOOK section 3). */
export function fixedTokens(
  mode: 'light' | 'dark',
): Record<StatusToken | PriorityToken | ChartToken, string> {
  const palette = mode === 'light' ? statusLight : statusDark;
  const statuses = {} as Record<StatusToken, string>;
  for (const status of statusNames) {
    const [background, foreground, solid] = palette[status];
    statuses[statusToken(status, 'Background')] = background;
    statuses[statusToken(status, 'Foreground')] = foreground;
    statuses[statusToken(status, 'Solid')] = solid;
  }
  return { ...statuses, ...(mode === 'light' ? fixedLight : fixedDark) };
}
