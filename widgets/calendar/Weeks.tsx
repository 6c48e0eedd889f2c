import { mergeClasses, Popover, PopoverSurface } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { moveDay } from '../../src/contracts/periods.ts';
import { longDay } from './context.ts';
import type { CalendarContext } from './context.ts';
import { DayList } from './DayList.tsx';
import { recordsOn, segmentsOf } from './records.ts';
import type { CalendarRecord } from './records.ts';
import { dayHead, laneHeight, toneColors, useStyles } from './styles.ts';

/** Records that the label of a day names. */
const named = 3;

/** Height of an element in pixels; null before it is measured and without layout. */
function useHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => setHeight(box.clientHeight || null));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, height };
}

interface WeeksProps {
  context: CalendarContext;
  weeks: readonly (readonly string[])[];
  /** YYYY-MM of the month whose days are in full colour; null: all. */
  month: string | null;
  /** The day that Tab goes to. */
  day: string;
  onDay(day: string): void;
  selectDay: ((day: string, count: number) => void) | undefined;
  label: string;
}

/** Weeks as a grid of days, with records across their days. */
export function Weeks({ context, weeks, month, day, onDay, selectDay, label }: WeeksProps) {
  const styles = useStyles();
  const { t, days } = context;
  const { ref, height } = useHeight();
  const [open, setOpen] = useState<{ day: string; cell: HTMLElement | null } | null>(null);
  const moving = useRef(false);
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    ref.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day, ref]);

  const room = height === null ? 3 : Math.floor((height / weeks.length - dayHead - 2) / laneHeight);
  const lanes = Math.max(1, room);
  const first = weeks[0]![0]!;
  const last = weeks.at(-1)!.at(-1)!;
  const inSight = context.records.filter(({ start, end }) => start.day <= last && end.day >= first);

  const show = (one: string) =>
    setOpen({ day: one, cell: ref.current?.querySelector<HTMLElement>(`[data-day="${one}"]`) ?? null });
  function press(pressed: string): void {
    const count = recordsOn(inSight, pressed).length;
    onDay(pressed);
    if (selectDay) selectDay(pressed, count);
    else if (count > 0) show(pressed);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const from = (event.target as HTMLElement).dataset['day'];
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const week = weeks.find((one) => one.includes(from)) ?? [];
    const targets: Readonly<Record<string, string | undefined>> = {
      ArrowRight: moveDay(from, 'day', 1),
      ArrowLeft: moveDay(from, 'day', -1),
      ArrowDown: moveDay(from, 'week', 1),
      ArrowUp: moveDay(from, 'week', -1),
      Home: week[0],
      End: week.at(-1),
      PageDown: moveDay(from, 'month', 1),
      PageUp: moveDay(from, 'month', -1),
    };
    const to = targets[event.key];
    if (to) {
      event.preventDefault();
      moving.current = true;
      onDay(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      press(from);
    } else if (event.key === ' ') {
      event.preventDefault();
      if (recordsOn(inSight, from).length > 0) show(from);
    }
  }
  function labelOf(one: string, found: readonly CalendarRecord[]): string {
    const name = days.name(one, longDay);
    if (found.length === 0) return name;
    const texts = found.slice(0, named).map(({ text }) => text);
    const said = t('charts.calendar.day', { day: name, count: context.count(found.length) });
    return `${said}: ${texts.join(', ')}${found.length > named ? '…' : ''}`;
  }

  return (
    <div className={styles.grid} role="grid" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <div role="row" className={styles.names}>
        {weeks[0]!.map((one) => (
          <span
            key={one}
            role="columnheader"
            className={styles.name}
            aria-label={days.name(one, { weekday: 'long' })}
          >
            {days.name(one, { weekday: 'short' })}
          </span>
        ))}
      </div>
      <div ref={ref} className={styles.weeks} role="presentation">
        {weeks.map((week) => {
          const segments = segmentsOf(inSight, week);
          // The last lane says how many more there are.
          const isFull = segments.some(({ lane }) => lane >= lanes);
          const shown = segments.filter(({ lane }) => lane < (isFull ? lanes - 1 : lanes));
          return (
            <div key={week[0]} className={styles.week} role="presentation">
              <div role="row" className={styles.days}>
                {week.map((one) => {
                  const found = recordsOn(inSight, one);
                  const isOutside = month !== null && !one.startsWith(month);
                  return (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid around handles its keys
                    <div
                      key={one}
                      role="gridcell"
                      data-day={one}
                      tabIndex={one === day ? 0 : -1}
                      aria-label={labelOf(one, found)}
                      aria-current={one === context.today ? 'date' : undefined}
                      aria-selected={one === context.picked ? true : undefined}
                      className={mergeClasses(
                        styles.day,
                        isOutside && styles.outside,
                        (selectDay || found.length > 0) && styles.pressable,
                        one === context.picked && styles.picked,
                      )}
                      onClick={() => press(one)}
                    >
                      <span
                        className={mergeClasses(
                          styles.number,
                          isOutside && styles.faint,
                          one === context.today && styles.today,
                        )}
                      >
                        {Number(one.slice(8))}
                      </span>
                    </div>
                  );
                })}
              </div>
              <div className={styles.layer} aria-hidden="true">
                {shown.map(({ record, from, length, lane, before, after }) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard reaches it in the list of its day
                  <div
                    key={record.index}
                    title={record.text}
                    className={mergeClasses(
                      styles.segment,
                      !context.select && styles.still,
                      before && styles.before,
                      after && styles.after,
                    )}
                    style={{
                      gridColumn: `${from + 1} / span ${length}`,
                      gridRow: lane + 1,
                      backgroundColor: toneColors[record.tone].background,
                      color: toneColors[record.tone].text,
                    }}
                    onClick={() => context.select?.(record, week[from]!)}
                  >
                    {record.start.minutes !== null && !before && (
                      <span className={styles.clock}>{days.clock(record.start.minutes)}</span>
                    )}
                    <span className={styles.words}>{record.text}</span>
                  </div>
                ))}
                {isFull &&
                  week.map((one, index) => {
                    const hidden =
                      recordsOn(inSight, one).length -
                      shown.filter(({ from, length }) => index >= from && index < from + length).length;
                    return hidden === 0 ? null : (
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Space on the day does the same
                      <div
                        key={one}
                        className={styles.more}
                        style={{ gridColumn: index + 1, gridRow: lanes }}
                        onClick={() => show(one)}
                      >
                        {t('charts.calendar.more', { count: context.count(hidden) })}
                      </div>
                    );
                  })}
              </div>
            </div>
          );
        })}
      </div>
      {open !== null && (
        <Popover
          open
          trapFocus
          withArrow
          positioning={{ target: open.cell }}
          onOpenChange={(_, change) => {
            if (change.open) return;
            setOpen(null);
            open.cell?.focus();
          }}
        >
          <PopoverSurface className={styles.surface} aria-label={days.name(open.day, longDay)} tabIndex={-1}>
            <h4 className={mergeClasses(styles.dayTitle, styles.plainTitle)}>
              {days.name(open.day, longDay)}
            </h4>
            <DayList context={{ ...context, records: inSight }} day={open.day} whole={false} />
          </PopoverSurface>
        </Popover>
      )}
    </div>
  );
}
