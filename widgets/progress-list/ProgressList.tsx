import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { ProgressListProps } from '../../src/engine/core/index.ts';
import {
  columnTitle,
  columnValues,
  figureSettings,
  toScalar,
  useChartFilters,
  useChartFiles,
  useChartTexts,
  useCategoryName,
  useFigureFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import {
  chartColor,
  ChartMenuButton,
  ChartTable,
  EmptyState,
  FigureHead,
  FilterChips,
  moldeToken,
  TableToggle,
  useKeyboardScroll,
  useMeasuredRows,
  useRoving,
  visuallyHidden,
} from '../../src/ui/index.ts';
import type { ChartTableData } from '../../src/ui/index.ts';
import { createItems } from './items.ts';
import type { BarTone, ProgressItem } from './items.ts';

const rowHeight = 50;
const defaultHeight = 480;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0, boxSizing: 'border-box', margin: 0 },
  card: {
    overflow: 'hidden',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexDirection: 'column', gap: '4px', padding: '8px 16px 4px' },
  scroller: {
    position: 'relative',
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  table: { display: 'flex', flexGrow: 1, minHeight: 0, padding: '0 8px 8px' },
  list: { position: 'relative', margin: '4px 0', padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    insetInline: 0,
    boxSizing: 'border-box',
    padding: '8px 16px',
    '@media (pointer: coarse)': { minHeight: '48px' },
  },
  bare: { paddingInline: 0 },
  pressable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':has([data-stop]:focus-visible)': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
      borderRadius: tokens.borderRadiusMedium,
    },
  },
  words: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'flex-end',
    gap: '0 8px',
    marginBottom: '6px',
    minWidth: 0,
  },
  name: {
    flex: '1 1 72px',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
  },
  press: {
    display: 'block',
    width: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    outlineStyle: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0 },
  },
  value: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground3,
    textAlign: 'end',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  share: {
    flexShrink: 0,
    minWidth: '44px',
    textAlign: 'end',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
  track: {
    overflow: 'hidden',
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
  },
  fill: { height: '100%', borderRadius: 'inherit' },
  hidden: visuallyHidden,
});

const toneColors: Record<BarTone, string> = {
  neutral: moldeToken('chartOther'),
  info: moldeToken('statusProgressSolid'),
  success: moldeToken('statusConcludedSolid'),
  warning: moldeToken('statusBlockedSolid'),
  danger: moldeToken('statusLateSolid'),
};

const toneNames: Record<BarTone, string> = {
  neutral: 'charts.progress.tones.neutral',
  info: 'charts.progress.tones.info',
  success: 'charts.progress.tones.success',
  warning: 'charts.progress.tones.warning',
  danger: 'charts.progress.tones.danger',
};

function LoadedProgressList({ id, props, data, fire, listens }: WidgetProps<ProgressListProps>) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const screenTitle = useScreenTitle();
  const titleId = useId();
  const problemText = useProblemText(format);
  const categoryName = useCategoryName(
    props.unit,
    props.map,
    format,
    columnValues(data.record, props.category),
  );
  const settings = useMemo(() => figureSettings(props), [props]);
  const { items, problem } = useMemo(() => createItems(props, data.rows), [props, data.rows]);
  const { bind } = props;
  const categoryLabel =
    props.categoryLabel || columnTitle(data.record, props.category) || t('charts.category');
  const { chips, press } = useChartFilters(
    bind ? [{ bind, of: 'category', name: categoryLabel, nameOf: categoryName }] : [],
  );
  const pressable = listens('select') || bind !== undefined;
  const texts = useChartTexts(pressable, format);
  const label = props.label || props.title || screenTitle;
  const hasTargets = items.some(({ target }) => target !== null);
  const nameOf = useCallback(
    ({ isRest, raw }: ProgressItem) => (isRest ? t('charts.others') : categoryName(raw)),
    [t, categoryName],
  );
  const table = useMemo<ChartTableData>(() => {
    const part = (one: ProgressItem) => (hasTargets ? [one.target, one.share] : []);
    return {
      columns: [
        { name: categoryLabel, isFigure: false },
        { name: props.valueLabel || props.value, isFigure: true },
        ...(hasTargets
          ? [
              { name: t('charts.progress.target'), isFigure: true },
              { name: t('charts.share'), isFigure: true },
            ]
          : []),
      ],
      count: items.length,
      texts: (row) => {
        const one = items[row]!;
        const figures = [one.value, ...(hasTargets ? [one.target] : [])].map((figure) =>
          figure === null ? '' : format.value(figure, settings),
        );
        const share = one.share === null ? '' : format.percent(one.share);
        return [nameOf(one), ...figures, ...(hasTargets ? [share] : [])];
      },
      values: (row) => [nameOf(items[row]!), items[row]!.value, ...part(items[row]!)],
    };
  }, [items, hasTargets, categoryLabel, props.valueLabel, props.value, t, format, settings, nameOf]);
  const menu = useChartFiles(label, table);
  const hasRows = !problem && items.some(({ value }) => value !== null);
  const hasMenu = menu.length > 0 && items.length > 0;
  const [asTable, setAsTable] = useState(false);

  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useKeyboardScroll(scroller);
  const keyOf = useCallback((index: number) => index, []);
  const window = useMeasuredRows({ count: items.length, rowHeight, scroller, keyOf });
  const roving = useRoving(scroller, items.length, window);

  function select({ raw, value, row, isRest }: ProgressItem): void {
    // Nothing is filtered by all the others together.
    if (!isRest) press({ category: toScalar(raw), series: null });
    void fire(
      'select',
      { category: toScalar(raw), series: props.value, value },
      row as (typeof data.rows)[0],
    );
  }
  const valueText = ({ value, target }: ProgressItem) =>
    value === null
      ? t('charts.noValue')
      : target === null
        ? format.value(value, settings)
        : t('charts.progress.of', {
            value: format.value(value, settings),
            target: format.value(target, settings),
          });
  // Rounded down, so that 99.6 % does not read 100 %.
  const shareText = (share: number) => format.percent(Math.floor(share * 100) / 100);

  const content = problem ? (
    <EmptyState icon="warning" tone="neutral" title={problemText(problem)} />
  ) : !hasRows ? (
    <EmptyState icon="list-bar" tone="neutral" title={t('charts.none')} text={t('charts.noneHint')} />
  ) : asTable ? (
    <div
      className={styles.table}
      style={props.height === undefined ? { maxHeight: defaultHeight } : { height: props.height }}
    >
      <ChartTable label={label} data={table} note={texts.tableCut} />
    </div>
  ) : (
    <div
      ref={scroll}
      className={styles.scroller}
      style={props.height === undefined ? { maxHeight: defaultHeight } : { height: props.height }}
    >
      <ul
        aria-label={label}
        className={styles.list}
        style={{ height: window.height }}
        onKeyDown={roving.onKeyDown}
      >
        {window.rows.map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          const name = nameOf(item);
          const { share, tone } = item;
          return (
            <li
              key={index}
              ref={window.measure}
              data-line={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={mergeClasses(
                styles.row,
                props.card === false && styles.bare,
                pressable && styles.pressable,
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              <div className={styles.words}>
                <span className={styles.name} title={name}>
                  {pressable ? (
                    <button
                      type="button"
                      data-stop={index}
                      tabIndex={index === roving.tabStop ? 0 : -1}
                      className={styles.press}
                      onFocus={() => roving.onRowFocus(index)}
                      onClick={() => select(item)}
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </span>
                <span className={share === null && item.value !== null ? styles.share : styles.value}>
                  {valueText(item)}
                </span>
                {share !== null && <span className={styles.share}>{shareText(share)}</span>}
                {tone && <span className={styles.hidden}>{`, ${t(toneNames[tone])}`}</span>}
              </div>
              <div className={styles.track} aria-hidden="true">
                <div
                  className={styles.fill}
                  style={{
                    width: `${item.length * 100}%`,
                    backgroundColor: tone ? toneColors[tone] : chartColor(item.isRest ? null : 0),
                  }}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
  return (
    <section
      id={id}
      className={mergeClasses(styles.root, props.card !== false && styles.card)}
      {...(props.title ? { 'aria-labelledby': titleId } : { 'aria-label': label })}
    >
      {(props.title || props.subtitle || hasRows || hasMenu || chips.length > 0) && (
        <div className={mergeClasses(styles.head, props.card === false && styles.bare)}>
          <FigureHead id={titleId} title={props.title} subtitle={props.subtitle}>
            {hasRows && <TableToggle on={asTable} texts={texts} toggle={() => setAsTable((was) => !was)} />}
            {hasMenu && <ChartMenuButton label={texts.menu} title={label} entries={menu} />}
          </FigureHead>
          {chips.length > 0 && <FilterChips chips={chips} />}
        </div>
      )}
      {content}
    </section>
  );
}

/** A bar for each row: how far its figure is from its target. */
export default function ProgressList(widget: WidgetProps<ProgressListProps>) {
  return useTexts('charts') && <LoadedProgressList {...widget} />;
}
