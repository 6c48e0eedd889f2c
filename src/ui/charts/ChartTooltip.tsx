import { makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    zIndex: 2,
    boxSizing: 'border-box',
    maxWidth: '100%',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    pointerEvents: 'none',
    overflowWrap: 'anywhere',
  },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  line: { display: 'flex', justifyContent: 'space-between', gap: '12px', margin: '4px 0 0' },
  value: {
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
});

/** Distance from the mark, in pixels. */
const distance = 6;

export interface ChartTooltipLine {
  name?: string | undefined;
  value: string;
}

/**
 * Tooltip of a mark of a chart of ours, above it or below it, within the positioned element around. Screen readers get the
 * same from the chart's announcements.
 */
export function ChartTooltip({
  target,
  title,
  lines,
}: {
  target: Element | null;
  title: string;
  lines: readonly ChartTooltipLine[];
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bubble = root.current;
    const around = bubble?.offsetParent;
    if (!bubble || !around || !target) return;
    const mark = target.getBoundingClientRect();
    const box = around.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = bubble;
    const above = mark.top - box.top - height - distance;
    const left = mark.left - box.left + mark.width / 2 - width / 2;
    bubble.style.top = `${above >= 0 ? above : mark.bottom - box.top + distance}px`;
    bubble.style.left = `${Math.max(0, Math.min(left, box.width - width))}px`;
  });
  if (!target) return null;
  return (
    <div ref={root} className={styles.root} aria-hidden="true">
      <p className={styles.title}>{title}</p>
      {lines.map(({ name, value }, index) => (
        <p key={index} className={styles.line}>
          {name && <span>{name}</span>}
          <span className={styles.value}>{value}</span>
        </p>
      ))}
    </div>
  );
}
