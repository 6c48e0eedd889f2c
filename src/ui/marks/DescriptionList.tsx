import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { CSSProperties, ReactNode } from 'react';

export interface DescriptionPair {
  key: string;
  label: string;
  content: ReactNode;
  /** Spans all columns. */
  wide?: boolean;
}

export interface DescriptionListProps {
  id?: string;
  pairs: readonly DescriptionPair[];
  /** Largest number of columns; a narrow list has fewer. */
  columns?: number;
  /** stacked: label above its value; inline: beside it. */
  layout?: 'stacked' | 'inline';
  label?: string;
}

/** Least width of a pair, and the gap between two of them, in pixels. */
const leastWidth = { stacked: 160, inline: 260 };
const gap = 24;

const useStyles = makeStyles({
  root: { display: 'grid', columnGap: `${gap}px`, rowGap: '12px', margin: 0, minWidth: 0 },
  dense: { rowGap: '8px' },
  pair: { minWidth: 0 },
  inline: {
    display: 'grid',
    // The same in a wide pair, so that values are aligned.
    gridTemplateColumns: 'min(120px, 45%) minmax(0, 1fr)',
    columnGap: '12px',
    alignItems: 'baseline',
  },
  wide: { gridColumn: '1 / -1' },
  label: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  value: {
    margin: '2px 0 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
  beside: { marginTop: 0 },
});

/** Pairs of a label and its value. */
export function DescriptionList({ id, pairs, columns = 2, layout = 'stacked', label }: DescriptionListProps) {
  const styles = useStyles();
  const inline = layout === 'inline';
  const share = `calc((100% - ${(columns - 1) * gap}px) / ${columns})`;
  const style: CSSProperties = {
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(${leastWidth[layout]}px, ${share})), 1fr))`,
  };
  return (
    <dl
      id={id}
      aria-label={label}
      className={mergeClasses(styles.root, inline && styles.dense)}
      style={style}
    >
      {pairs.map(({ key, label: name, content, wide }) => (
        <div key={key} className={mergeClasses(styles.pair, inline && styles.inline, wide && styles.wide)}>
          <dt className={styles.label}>{name}</dt>
          <dd className={mergeClasses(styles.value, inline && styles.beside)}>{content}</dd>
        </div>
      ))}
    </dl>
  );
}
