import { makeStyles, tokens } from '@fluentui/react-components';
import { moldeToken } from '../theme/tokens.ts';
import type { ChartColor, ChartTone } from './chart-theme.ts';
import { scaleColor } from './scale.ts';

export interface LegendEntry {
  name: string;
  color: ChartColor;
  /** A step of the colours from little to much, in place of `color`. */
  scale?: { step: number; count: number };
  /** A line in place of a square. */
  line?: boolean;
  /** An outlined square. */
  outline?: boolean;
  /** Pattern of the line, as its series has it. */
  dash?: readonly number[] | null;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  entry: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, overflowWrap: 'anywhere' },
  mark: { flexShrink: 0, display: 'block' },
});

const chartTokens = ['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6'] as const;

const tones: Readonly<Record<ChartTone, string>> = {
  neutral: tokens.colorNeutralForeground2,
  success: moldeToken('statusConcludedSolid'),
  warning: moldeToken('statusBlockedSolid'),
  danger: moldeToken('statusLateSolid'),
};

/** The colour of a series as a CSS variable. */
export function chartColor(color: ChartColor): string {
  if (typeof color === 'string') return tones[color];
  return moldeToken(color === null ? 'chartOther' : (chartTokens[color] ?? 'chartOther'));
}

/** Names of series with their marks, where labels in the chart have no room. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.root}>
      {entries.map(({ name, color, scale, line, dash, outline }, index) => (
        <li key={index} className={styles.entry}>
          <svg width={line ? 16 : 10} height={10} aria-hidden="true" className={styles.mark}>
            {line ? (
              <path
                d="M0 5h16"
                stroke={chartColor(color)}
                strokeWidth={2}
                strokeDasharray={dash?.join(' ')}
              />
            ) : outline ? (
              <rect
                x={0.75}
                y={0.75}
                width={8.5}
                height={8.5}
                rx={2}
                fill="none"
                stroke={chartColor(color)}
                strokeWidth={1.5}
              />
            ) : (
              <rect
                width={10}
                height={10}
                rx={2}
                fill={scale ? scaleColor(scale.step, scale.count).background : chartColor(color)}
              />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
