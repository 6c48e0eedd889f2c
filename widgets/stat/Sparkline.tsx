import { makeStyles } from '@fluentui/react-components';
import { moldeToken } from '../../src/ui/index.ts';

const width = 96;
const height = 36;
/** Room for the point at the end, and for the line's own width. */
const inset = 4;

const useStyles = makeStyles({
  root: { display: 'block', flexShrink: 0, color: moldeToken('colorBrandForeground1') },
  line: { fill: 'none', stroke: 'currentcolor', strokeWidth: '1.5px', strokeLinejoin: 'round' },
  area: { fill: 'currentcolor', opacity: 0.1 },
  end: { fill: 'currentcolor' },
});

type Point = readonly [x: number, y: number];

/** Values beyond this number are thinned out: more than one per pixel shows nothing new. */
const maxPoints = width;

/** Positions of the values in runs without a gap. */
function runsOf(values: readonly (number | null)[]): Point[][] {
  const step = Math.max(1, Math.ceil(values.length / maxPoints));
  const kept = values.filter((_, index) => index % step === (values.length - 1) % step);
  const known = kept.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const runs: Point[][] = [];
  let run: Point[] = [];
  kept.forEach((value, index) => {
    if (value === null) {
      run = [];
      return;
    }
    if (run.length === 0) runs.push(run);
    const share = range === 0 ? 0.5 : (value - low) / range;
    run.push([
      inset + (index / Math.max(1, kept.length - 1)) * (width - 2 * inset),
      height - inset - share * (height - 2 * inset),
    ]);
  });
  return runs;
}

const pathOf = (points: readonly Point[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The course of a figure, without axes; decoration, as the figure and its change say it in words. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const styles = useStyles();
  const runs = runsOf(values);
  const end = runs.at(-1)?.at(-1);
  if (!end || runs.every((run) => run.length < 2)) return null;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={styles.root}
      data-sparkline
    >
      {runs
        .filter((run) => run.length > 1)
        .map((run) => (
          <g key={run[0]![0]}>
            <path className={styles.area} d={`${pathOf(run)}V${height}H${run[0]![0].toFixed(1)}Z`} />
            <path className={styles.line} d={pathOf(run)} />
          </g>
        ))}
      <circle cx={end[0]} cy={end[1]} r={2.5} className={styles.end} />
    </svg>
  );
}
