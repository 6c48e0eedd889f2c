import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { TimelineProps } from '../../src/engine/core/index.ts';
import {
  columnTitle,
  columnValues,
  toScalar,
  useBinding,
  useCalendarDays,
  useCategoryName,
  useChartFilters,
  useFigureFormat,
  useFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { CalendarTime, WidgetProps } from '../../src/engine/react/index.ts';
import { EmptyState, FilterChips, useWiderThan } from '../../src/ui/index.ts';
import { Links, linksOf } from './Links.tsx';
import { createTimeline, minuteOf } from './timeline-rows.ts';
import type { Bar } from './timeline-rows.ts';
import { neighbourOf } from './neighbour.ts';
import { dayWidths, headUnits, spanOf, ticks, zooms } from './scale.ts';
import type { Tick, Zoom } from './scale.ts';
import { barHeight, headHeight, lineHeight, toneColors, useStyles } from './styles.ts';
import { useView } from './useView.ts';

const defaultHeight = 400;
/** Width below which names of lanes are narrow, in pixels. */
const narrow = 520;
const laneWidths = { wide: 160, narrow: 96 };
/** Width from which a bar has room for its name, in pixels. */
const named = 72;
/** Room for a name beside its bar, in pixels. */
const besideRoom = 120;
/** Browsers draw no wider elements. */
const widest = 10_000_000;

const zoomTexts: Record<Zoom, string> = {
  day: 'charts.timeline.day',
  week: 'charts.timeline.week',
  month: 'charts.timeline.month',
  quarter: 'charts.timeline.quarter',
};

function LoadedTimeline({ id, props, data, fire, listens }: WidgetProps<TimelineProps>) {
  const styles = useStyles();
  const t = useText();
  const days = useCalendarDays();
  const { date } = useFormat();
  const figures = useFigureFormat();
  const problemText = useProblemText(figures);
  const laneName = useCategoryName(undefined, props.lanes, figures, columnValues(data.record, props.lane));
  const screenTitle = useScreenTitle();
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useWiderThan(root, narrow, id) !== false;
  const view = useView(scroller);
  const blank = t('charts.blank');
  const model = useMemo(() => createTimeline(props, data.rows, days, blank), [props, data.rows, days, blank]);
  const { bars, lanes, range, problem } = model;
  const links = useMemo(() => linksOf(bars), [bars]);
  const nextOf = useMemo(() => {
    const next = new Map<Bar, number>();
    const last = new Map<number, Bar>();
    for (const bar of bars) {
      const before = last.get(bar.line);
      if (before) next.set(before, bar.from);
      last.set(bar.line, bar);
    }
    return next;
  }, [bars]);

  const fits = (one: Zoom) => !range || ((range.to - range.from) / 1440) * dayWidths[one] <= widest;
  const [chosen, setZoom] = useState<Zoom>(props.zoom ?? 'month');
  const zoom = fits(chosen) ? chosen : (zooms.find(fits) ?? 'quarter');
  const laneWidth = props.lane === undefined ? 0 : isWide ? laneWidths.wide : laneWidths.narrow;
  const span = useMemo(() => (range ? spanOf(range, zoom) : { from: 0, to: 0 }), [range, zoom]);
  const perMinute = dayWidths[zoom] / 1440;
  const xOf = (minute: number) => laneWidth + (minute - span.from) * perMinute;
  const now = minuteOf({ day: days.today(), minutes: days.minutesNow() });
  const hasToday = now >= span.from && now <= span.to;
  const width = xOf(span.to);
  const label = props.label || props.title || screenTitle;

  // The middle of what is in sight stays there when the zoom changes; at first it is today, or the beginning.
  const middle = useRef<number | null>(null);
  const show = (minute: number) => {
    const box = scroller.current;
    if (box) box.scrollLeft = xOf(minute) - laneWidth - (box.clientWidth - laneWidth) / 2;
  };
  const place = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    place.current = () => show(middle.current ?? (hasToday ? now : (range?.from ?? 0)));
  });
  const hasBars = range !== null;
  useLayoutEffect(() => {
    if (hasBars) place.current();
  }, [zoom, laneWidth, hasBars]);
  function change(to: Zoom): void {
    const box = scroller.current;
    if (box) middle.current = span.from + (box.scrollLeft + (box.clientWidth - laneWidth) / 2) / perMinute;
    setZoom(to);
  }

  const bind = props.lane === undefined ? undefined : props.bind;
  const [picked] = useBinding(bind);
  const { chips, press } = useChartFilters(
    bind === undefined
      ? []
      : [{ bind, of: 'category', name: props.laneLabel || t('charts.category'), nameOf: laneName }],
  );
  const isFaint = ({ lane }: Bar) =>
    picked !== undefined && picked !== null && picked !== '' && lanes[lane]?.raw !== picked;
  const selectable = listens('select') || bind !== undefined;
  const [reached, setReached] = useState(0);
  const active = Math.min(reached, bars.length - 1);
  const moving = useRef(false);
  useEffect(() => {
    const box = scroller.current;
    const bar = bars[active];
    if (!moving.current || !box || !bar) return;
    const element = box.querySelector<HTMLElement>(`[data-bar="${bar.index}"]`);
    if (!element) return;
    moving.current = false;
    element.focus({ preventScroll: true });
  });
  function go(index: number): void {
    const box = scroller.current;
    const bar = bars[index];
    if (!box || !bar) return;
    moving.current = true;
    setReached(index);
    const left = xOf(bar.from);
    const top = headHeight + bar.line * lineHeight;
    if (left < box.scrollLeft + laneWidth || left > box.scrollLeft + box.clientWidth - named) show(bar.from);
    if (top < box.scrollTop + headHeight) box.scrollTop = top - headHeight;
    else if (top + lineHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + lineHeight - box.clientHeight;
  }
  function select(bar: Bar): void {
    press({ category: toScalar(lanes[bar.lane]?.raw), series: null });
    void fire(
      'select',
      { category: bar.start.day, series: toScalar(lanes[bar.lane]?.raw), value: null },
      bar.row as (typeof data.rows)[0],
    );
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === '+' ? -1 : event.key === '-' ? 1 : 0;
    if (step !== 0) {
      const to = zooms[zooms.indexOf(zoom) + step];
      if (to && fits(to)) change(to);
      event.preventDefault();
      return;
    }
    const next = neighbourOf(bars, active, event.key);
    if (next === null) return;
    event.preventDefault();
    go(next);
  }

  const moment = ({ day, minutes }: CalendarTime) =>
    minutes === null ? date(day) : `${date(day)} ${days.clock(minutes)}`;
  const byKey = useMemo(() => new Map(bars.map((bar) => [bar.key, bar])), [bars]);
  function labelOf(bar: Bar): string {
    const when = bar.isEvent
      ? moment(bar.start)
      : t('charts.calendar.span', { from: moment(bar.start), to: moment(bar.end) });
    const lane = props.lane === undefined ? [] : [laneName(lanes[bar.lane]?.raw)];
    const needs = bar.dependsOn.flatMap((key) => byKey.get(key)?.text ?? []);
    const waits = needs.length > 0 ? [t('charts.timeline.after', { names: needs.join(', ') })] : [];
    return [bar.text, ...lane, when, ...waits].join(', ');
  }
  function tickText({ day, at, unit }: Tick): string {
    if (unit === 'hours') return days.clock(((at % 1440) + 1440) % 1440);
    if (unit === 'day')
      return zoom === 'day'
        ? `${days.name(day, { weekday: 'long' })}, ${date(day)}`
        : days.name(day, { weekday: 'short', day: '2-digit' });
    if (unit === 'week') return date(day).slice(0, 5);
    if (unit === 'year') return day.slice(0, 4);
    return days.name(
      day,
      unit === 'month' && zoom !== 'quarter' ? { month: 'long', year: 'numeric' } : { month: 'short' },
    );
  }

  const inView = {
    from: span.from + Math.max(0, view.left - laneWidth) / perMinute,
    to: Math.min(span.to, span.from + (view.left + view.width) / perMinute),
  };
  const [upper, lower] = headUnits[zoom];
  const lowerTicks = range ? ticks(inView.from, inView.to, lower) : [];
  const shown = bars.filter((bar, index) => {
    const top = headHeight + bar.line * lineHeight;
    const isInView =
      bar.to >= inView.from - besideRoom / perMinute &&
      bar.from <= inView.to &&
      top + lineHeight >= view.top &&
      top <= view.top + view.height;
    return isInView || index === active;
  });
  const notes = [
    model.undated > 0 &&
      t('charts.calendar.undated', {
        count: figures.count(model.undated),
        field: props.startLabel || columnTitle(data.record, props.start) || props.start,
      }),
    model.reversed > 0 && t('charts.calendar.reversed', { count: figures.count(model.reversed) }),
    model.missing.length > 0 && t('charts.timeline.missing', { count: figures.count(model.missing.length) }),
  ].filter((note) => note !== false);

  return (
    <section
      id={id}
      ref={root}
      className={mergeClasses(styles.root, props.card !== false && styles.card)}
      style={props.height === undefined ? { maxHeight: defaultHeight } : { height: props.height }}
      {...(props.title ? { 'aria-labelledby': titleId } : { 'aria-label': label })}
    >
      <div className={styles.head}>
        {props.title && (
          <h3 id={titleId} className={styles.title}>
            {props.title}
          </h3>
        )}
        <div className={styles.tools}>
          {hasToday && (
            <Button size="small" appearance="subtle" className={styles.tool} onClick={() => show(now)}>
              {t('charts.calendar.today')}
            </Button>
          )}
          <div className={styles.tools} role="group" aria-label={t('charts.timeline.zoom')}>
            {zooms.map((one) => (
              <Button
                key={one}
                size="small"
                appearance="subtle"
                aria-pressed={zoom === one}
                disabled={!fits(one)}
                title={fits(one) ? undefined : t('charts.timeline.tooLong')}
                className={mergeClasses(styles.tool, zoom === one && styles.on)}
                onClick={() => change(one)}
              >
                {t(zoomTexts[one])}
              </Button>
            ))}
          </div>
        </div>
      </div>
      {chips.length > 0 && (
        <div className={styles.chips}>
          <FilterChips chips={chips} />
        </div>
      )}
      {problem || !range ? (
        <EmptyState
          icon={problem ? 'warning' : 'gantt-chart'}
          tone="neutral"
          title={problem ? problemText(problem) : t('charts.timeline.none')}
        />
      ) : (
        <div ref={scroller} className={styles.scroller}>
          <div className={styles.content} style={{ width, height: headHeight + model.lines * lineHeight }}>
            <div className={styles.dates} aria-hidden="true">
              {ticks(inView.from, inView.to, upper).map((tick) => (
                <div
                  key={`u${tick.at}`}
                  className={mergeClasses(styles.tick, styles.upper)}
                  style={{ left: xOf(tick.at), width: (tick.to - tick.at) * perMinute }}
                >
                  <span className={styles.tickText} style={{ left: laneWidth }}>
                    {tickText(tick)}
                  </span>
                </div>
              ))}
              {lowerTicks.map((tick) => (
                <div
                  key={tick.at}
                  className={mergeClasses(styles.tick, styles.lower)}
                  style={{ left: xOf(tick.at), width: (tick.to - tick.at) * perMinute }}
                >
                  <span className={styles.tickText} style={{ left: laneWidth }}>
                    {tickText(tick)}
                  </span>
                </div>
              ))}
              {laneWidth > 0 && <span className={styles.corner} style={{ width: laneWidth }} />}
            </div>
            {lowerTicks.map(({ at }) => (
              <div
                key={at}
                className={styles.guide}
                style={{ left: xOf(at), top: headHeight, height: model.lines * lineHeight }}
              />
            ))}
            {hasToday && (
              <div
                className={styles.today}
                style={{ left: xOf(now), top: headHeight, height: model.lines * lineHeight }}
              />
            )}
            {laneWidth > 0 &&
              lanes.map((lane, index) => (
                <div
                  key={index}
                  className={styles.lane}
                  style={{
                    top: headHeight + lane.first * lineHeight,
                    height: lane.lines * lineHeight,
                    width,
                  }}
                >
                  <div className={styles.laneName} style={{ width: laneWidth }} title={laneName(lane.raw)}>
                    {laneName(lane.raw)}
                  </div>
                </div>
              ))}
            <Links links={links} view={view} xOf={xOf} top={headHeight} />
            <div role="list" aria-label={label} onKeyDown={onKeyDown}>
              {shown.map((bar) => {
                const { background, text, solid } = toneColors[bar.tone];
                const size = Math.max(6, (bar.to - bar.from) * perMinute);
                const isNamed = !bar.isEvent && size >= named;
                const after = nextOf.get(bar);
                const hasRoom =
                  after === undefined || (after - bar.to) * perMinute >= besideRoom || bar.isEvent;
                const common = {
                  'data-bar': bar.index,
                  'aria-label': labelOf(bar),
                  title: labelOf(bar),
                  tabIndex: bars[active] === bar ? 0 : -1,
                  className: mergeClasses(
                    styles.bar,
                    bar.isEvent && styles.event,
                    selectable && styles.pressable,
                    isFaint(bar) && styles.faint,
                  ),
                  style: bar.isEvent
                    ? { backgroundColor: solid }
                    : {
                        width: size,
                        backgroundColor: background,
                        color: text,
                        boxShadow: `inset 3px 0 0 ${solid}`,
                      },
                  onFocus: () => setReached(bars.indexOf(bar)),
                };
                const inside = isNamed && (
                  <span className={styles.inside} style={{ left: laneWidth + 4 }}>
                    {bar.text}
                  </span>
                );
                return (
                  <div
                    key={bar.index}
                    role="listitem"
                    className={styles.item}
                    style={{
                      left: xOf(bar.from),
                      top: headHeight + bar.line * lineHeight + (lineHeight - barHeight) / 2,
                    }}
                  >
                    {selectable ? (
                      <button type="button" {...common} onClick={() => select(bar)}>
                        {inside}
                      </button>
                    ) : (
                      <div role="img" {...common}>
                        {inside}
                      </div>
                    )}
                    {!isNamed && hasRoom && (
                      <span className={styles.beside} aria-hidden="true">
                        {bar.text}
                      </span>
                    )}
                  </div>
                );
              })}
            </div>
          </div>
        </div>
      )}
      {notes.length > 0 && !problem && <p className={styles.note}>{notes.join(' ')}</p>}
    </section>
  );
}

/** Events and spans along time, in lanes. */
export default function Timeline(widget: WidgetProps<TimelineProps>) {
  return useTexts('charts') && <LoadedTimeline {...widget} />;
}
