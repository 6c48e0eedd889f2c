import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef } from 'react';
import { finiteNumberOf } from '../../src/contracts/json.ts';
import type { ProgressProps } from '../../src/engine/core/index.ts';
import { useFormat } from '../../src/engine/react/index.ts';
import type { Formatter, Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { moldeToken } from '../../src/ui/index.ts';

const rotation = {
  from: { transform: 'rotate(0deg)' },
  to: { transform: 'rotate(360deg)' },
};
const slide = { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } };

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0, width: '100%' },
  ringRoot: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: '12px',
    width: 'fit-content',
    maxWidth: '100%',
  },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '12px' },
  words: { minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300, overflowWrap: 'anywhere' },
  value: {
    flexShrink: 0,
    fontVariantNumeric: 'tabular-nums',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  hint: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  track: {
    overflow: 'hidden',
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
  },
  fill: { height: '100%', borderRadius: 'inherit', backgroundColor: 'currentcolor' },
  passing: {
    width: '33%',
    animationName: slide,
    animationDuration: '1.5s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none', width: '100%', opacity: 0.4 },
  },
  ring: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    flexShrink: 0,
  },
  svg: { position: 'absolute', inset: 0, transform: 'rotate(-90deg)' },
  turning: {
    animationName: rotation,
    animationDuration: '1.5s',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'linear',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  groove: { stroke: tokens.colorNeutralBackground6 },
  arc: { stroke: 'currentcolor', strokeLinecap: 'round' },
  inside: {
    fontVariantNumeric: 'tabular-nums',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  brand: { color: tokens.colorCompoundBrandBackground },
  info: { color: moldeToken('statusProgressSolid') },
  success: { color: moldeToken('statusConcludedSolid') },
  warning: { color: moldeToken('statusBlockedSolid') },
  danger: { color: moldeToken('statusLateSolid') },
});

const radius = 24;
const circumference = 2 * Math.PI * radius;

/** Progress as a fraction from 0 to 1; null when it is unknown. */
function shareOf(value: number | null, max: number): number | null {
  return value === null ? null : Math.min(1, Math.max(0, value / max));
}

function progressText(
  props: Resolved<ProgressProps>,
  value: number | null,
  max: number,
  format: Formatter,
): string {
  if (value === null || props.format === 'none') return '';
  if (props.format === 'fraction') return `${format.number(value)} / ${format.number(max)}`;
  // Rounded down, so that 99.6 % does not read 100 %.
  return format.percent(Math.floor((shareOf(value, max) ?? 0) * 100) / 100);
}

/** Progress as a bar or a ring. */
export default function Progress({ id, props, fire, listens }: WidgetProps<ProgressProps>) {
  const styles = useStyles();
  const format = useFormat();
  const labelId = useId();
  const value = finiteNumberOf(props.value);
  const givenMax = finiteNumberOf(props.max);
  const max = givenMax !== null && givenMax > 0 ? givenMax : 1;
  const share = shareOf(value, max);
  const isComplete = share === 1;
  // A value that was complete when it appeared has been reported before.
  const wasComplete = useRef(isComplete);
  useEffect(() => {
    if (isComplete && !wasComplete.current && listens('complete')) void fire('complete');
    wasComplete.current = isComplete;
  }, [isComplete, fire, listens]);
  const text = progressText(props, value, max, format);
  const ring = props.shape === 'ring';
  const labelling = props.hideLabel ? { 'aria-label': props.label } : { 'aria-labelledby': labelId };
  const valueAttributes =
    share === null
      ? {}
      : { 'aria-valuenow': Math.round(share * 100), ...(text ? { 'aria-valuetext': text } : {}) };
  const bar = {
    role: 'progressbar',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    ...valueAttributes,
    ...labelling,
  } as const;
  const tone = styles[props.tone ?? 'brand'];
  const label = !props.hideLabel && (
    <span id={labelId} className={styles.label}>
      {props.label}
    </span>
  );
  const hint = props.hint ? <p className={styles.hint}>{props.hint}</p> : null;
  if (ring) {
    return (
      <div id={id} className={mergeClasses(styles.root, styles.ringRoot)}>
        <div {...bar} className={mergeClasses(styles.ring, tone)}>
          <svg
            viewBox="0 0 56 56"
            aria-hidden="true"
            className={mergeClasses(styles.svg, share === null && styles.turning)}
          >
            <circle cx={28} cy={28} r={radius} fill="none" strokeWidth={6} className={styles.groove} />
            <circle
              cx={28}
              cy={28}
              r={radius}
              fill="none"
              strokeWidth={share === 0 ? 0 : 6}
              strokeDasharray={`${(share ?? 0.25) * circumference} ${circumference}`}
              className={styles.arc}
            />
          </svg>
          {props.format !== 'fraction' && <span className={styles.inside}>{text}</span>}
        </div>
        {(label || hint || props.format === 'fraction') && (
          <div className={styles.words}>
            {label}
            {props.format === 'fraction' && <p className={styles.hint}>{text}</p>}
            {hint}
          </div>
        )}
      </div>
    );
  }
  return (
    <div id={id} className={styles.root}>
      {(label || text) && (
        <div className={styles.head}>
          {label || <span />}
          <span className={styles.value}>{text}</span>
        </div>
      )}
      <div {...bar} className={mergeClasses(styles.track, tone)}>
        <div
          className={mergeClasses(styles.fill, share === null && styles.passing)}
          style={share === null ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      {hint}
    </div>
  );
}
