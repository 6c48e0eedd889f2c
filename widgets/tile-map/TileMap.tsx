import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { TileMapProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, toScalar } from '../../src/engine/react/index.ts';
import type {
  ChartInput,
  ChartPoint,
  FigureFormat,
  FigureSettings,
  Resolved,
  ShownChart,
  Translate,
} from '../../src/engine/react/index.ts';
import { ChartTooltip, moldeToken, scaleColor } from '../../src/ui/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createTileMap } from './map-tiles.ts';
import type { MapStep, TileMapModel } from './map-tiles.ts';
import { columns, lines, neighbour, states } from './states.ts';

/** Size up to which squares grow, in pixels. */
const largest = 72;
/** Names of rows outside of the map that are reported. */
const maxOutside = 3;

const useStyles = makeStyles({
  box: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    containerType: 'size',
  },
  map: {
    display: 'grid',
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${lines}, minmax(0, 1fr))`,
    gap: 'min(4px, 1cqmin)',
    width: `min(100cqw, 100cqh * ${columns} / ${lines}, ${columns * largest}px)`,
    aspectRatio: `${columns} / ${lines}`,
    containerType: 'inline-size',
  },
  tile: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    minWidth: 0,
    minHeight: 0,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    // A seventh of the map's width is a square.
    fontSize: 'clamp(11px, 4cqw, 14px)',
    lineHeight: 1.2,
    fontWeight: tokens.fontWeightSemibold,
    userSelect: 'none',
  },
  none: {
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  pressable: { cursor: 'pointer' },
  pointed: { outline: `2px solid ${tokens.colorNeutralForeground1}`, outlineOffset: '0px', zIndex: 1 },
  value: {
    fontSize: '11px',
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    // A square of a narrow tile has room for the letters alone.
    '@container (max-width: 320px)': { display: 'none' },
  },
  legend: {
    gridColumn: '1 / span 3',
    gridRow: `5 / span ${lines - 4}`,
    alignSelf: 'end',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    '@container (max-width: 260px)': { fontSize: '11px', gap: '2px' },
  },
  entry: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, whiteSpace: 'nowrap' },
  step: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  swatch: { flexShrink: 0, width: '12px', height: '12px', borderRadius: '3px' },
  note: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
});

function stepText({ from, to }: MapStep, isGiven: boolean, words: Words): string {
  const { t, format, settings } = words;
  const text = (value: number | null) => {
    if (value === null) return '';
    return settings.format === 'percent' ? format.value(value, settings) : format.short(value, settings);
  };
  if (from === null) return t('charts.map.below', { value: text(to) });
  if (to === null) return t('charts.map.from', { value: text(from) });
  return from === to && !isGiven ? text(from) : t('charts.map.range', { from: text(from), to: text(to) });
}

/** A figure in a square, without its currency; three or four digits have no fraction beside them. */
function squareText(value: number, { format, settings }: Words): string {
  const { format: kind, decimals } = settings;
  return format.short(value, {
    ...(kind === 'percent' && { format: kind }),
    ...(Math.abs(value) >= 100 && Math.abs(value) < 10_000
      ? { decimals: 0 }
      : decimals !== undefined && { decimals }),
  });
}

interface Words {
  t: Translate;
  format: FigureFormat;
  settings: FigureSettings;
}

function summaryOf({ tiles }: TileMapModel, { t, format, settings }: Words): string {
  const known = tiles.flatMap(({ value }, index) =>
    value === null ? [] : [{ value, name: states[index]!.name }],
  );
  if (known.length === 0) return t('charts.summary.empty');
  const highest = known.reduce((best, one) => (one.value > best.value ? one : best));
  const lowest = known.reduce((best, one) => (one.value < best.value ? one : best));
  return t('charts.map.summary', {
    count: format.count(known.length),
    highest: format.value(highest.value, settings),
    highestAt: highest.name,
    lowest: format.value(lowest.value, settings),
    lowestAt: lowest.name,
  });
}

function Squares({
  model,
  active,
  words,
  showValues,
  isGiven,
  name,
  onPress,
}: {
  model: TileMapModel;
  /** Index of the state that the keyboard has reached. */
  active: number | null;
  words: Words;
  showValues: boolean;
  isGiven: boolean;
  name: string | undefined;
  onPress: ((state: number) => void) | undefined;
}) {
  const styles = useStyles();
  const [map, setMap] = useState<HTMLElement | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const { format, settings, t } = words;
  const pointed = active ?? hovered;
  const tile = pointed === null ? undefined : model.tiles[pointed];
  return (
    <div className={styles.box} onPointerLeave={() => setHovered(null)}>
      <div ref={setMap} className={styles.map}>
        {states.map(({ uf, column, row }, index) => {
          const { value, step, row: given } = model.tiles[index]!;
          const color = step === null ? null : scaleColor(step, model.steps.length);
          const isPressable = onPress && given !== null;
          return (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard reaches it in the map around
            <div
              key={uf}
              data-state={uf}
              className={mergeClasses(
                styles.tile,
                !color && styles.none,
                isPressable && styles.pressable,
                pointed === index && styles.pointed,
              )}
              style={{
                gridColumn: column + 1,
                gridRow: row + 1,
                ...(color && { backgroundColor: color.background, color: color.text }),
              }}
              onPointerEnter={() => setHovered(index)}
              onClick={isPressable ? () => onPress(index) : undefined}
            >
              {uf}
              {showValues && value !== null && (
                <span className={styles.value}>{squareText(value, words)}</span>
              )}
            </div>
          );
        })}
        <ul className={styles.legend}>
          {model.steps.map((step, index) => (
            <li key={index} className={styles.entry}>
              <span
                className={styles.swatch}
                style={{ backgroundColor: scaleColor(index, model.steps.length).background }}
              />
              <span className={styles.step} title={stepText(step, isGiven, words)}>
                {stepText(step, isGiven, words)}
              </span>
            </li>
          ))}
          {model.tiles.some(({ step }) => step === null) && (
            <li className={styles.entry}>
              <span
                className={styles.swatch}
                style={{
                  boxSizing: 'border-box',
                  border: `1px dashed ${moldeToken('colorNeutralStrokeAccessible')}`,
                }}
              />
              <span className={styles.step}>{t('charts.noValue')}</span>
            </li>
          )}
        </ul>
      </div>
      {pointed !== null && tile && (
        <ChartTooltip
          target={map?.querySelector(`[data-state="${states[pointed]!.uf}"]`) ?? null}
          title={states[pointed]!.name}
          lines={[
            {
              name,
              value: tile.value === null ? t('charts.noValue') : format.value(tile.value, settings),
            },
          ]}
        />
      )}
    </div>
  );
}

function useTileMap({
  props,
  data,
  t,
  format,
  settings,
  selectable,
  category,
}: ChartInput<Resolved<TileMapProps>>): ShownChart {
  const styles = useStyles();
  const words = useMemo<Words>(() => ({ t, format, settings }), [t, format, settings]);
  const model = useMemo(() => createTileMap(props, data.rows), [props, data.rows]);
  const { tiles, steps, outside, problem } = model;
  const measure = props.valueLabel || props.value;
  const table = useMemo(() => {
    if (steps.length === 0) return null;
    const rows = states
      .map(({ name }, index) => ({ name, value: tiles[index]!.value }))
      .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
    return chartTable(rows, [
      { name: category.label, value: ({ name }) => name },
      { name: measure, value: ({ value }) => value, text: ({ value }) => format.value(value, settings) },
    ]);
  }, [tiles, steps, category.label, measure, format, settings]);

  function point({ index }: ChartPosition): ChartPoint | null {
    const tile = tiles[index];
    if (!tile?.row) return null;
    const { raw, value } = tile;
    const row = tile.row as (typeof data.rows)[0];
    return { category: toScalar(raw), label: states[index]!.name, series: props.value, value, row };
  }

  const outsideNames = outside
    .slice(0, maxOutside)
    .map(({ raw, value }) => `${category.nameOf(raw)} ${format.value(value, settings)}`)
    .join(', ');
  const outsideText =
    outside.length > maxOutside
      ? t('charts.map.more', { names: outsideNames, count: format.count(outside.length - maxOutside) })
      : outsideNames;
  return {
    texts: {
      role: t('charts.map.role'),
      keys: t(selectable ? 'charts.map.keysSelect' : 'charts.map.keys'),
    },
    problem: problem?.kind === 'doubled' ? t('charts.map.doubled', { state: problem.state }) : problem,
    isEmpty: steps.length === 0 && outside.every(({ value }) => value === null),
    summary: summaryOf(model, words),
    counts: [tiles.length],
    move: (key, from) => {
      const index = neighbour(key, from.index);
      return index === undefined ? undefined : { series: 0, index };
    },
    say: ({ index }) =>
      t('charts.lonePoint', {
        category: states[index]!.name,
        value:
          tiles[index]!.value === null ? t('charts.noValue') : format.value(tiles[index]!.value, settings),
        index: format.count(index + 1),
        count: format.count(tiles.length),
      }),
    point,
    table,
    drawing: null,
    note: outside.length > 0 && (
      <p className={styles.note}>{t('charts.map.outside', { names: outsideText })}</p>
    ),
    children: (_, { active, onPress }) => (
      <Squares
        model={model}
        active={active?.index ?? null}
        words={words}
        showValues={props.hideValues !== true}
        isGiven={props.limits !== undefined}
        name={props.valueLabel}
        onPress={onPress && ((index) => onPress({ series: 0, index }))}
      />
    ),
  };
}

/** A figure for each state of Brazil, as squares coloured by steps. */
export default defineChart<Resolved<TileMapProps>>({
  icon: 'map',
  defaultHeight: 420,
  // The values are states, whose names the map has.
  category: ({ props: { bind }, t }) => ({ field: undefined, bind, label: t('charts.map.state') }),
  useChart: useTileMap,
});
