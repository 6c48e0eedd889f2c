import { Button, mergeClasses } from '@fluentui/react-components';
import { useId, useMemo, useRef, useState } from 'react';
import { isDay, moveDay } from '../../src/contracts/periods.ts';
import type { CalendarProps } from '../../src/engine/core/index.ts';
import {
  columnTitle,
  toScalar,
  useBinding,
  useCalendarDays,
  useChartFilters,
  useFigureFormat,
  useFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { EmptyState, FilterChips, Icon, useTooltip, useWiderThan } from '../../src/ui/index.ts';
import { Agenda } from './Agenda.tsx';
import type { CalendarContext } from './context.ts';
import { createRecords, monthOf, weekOf } from './records.ts';
import { useStyles } from './styles.ts';
import { Weeks } from './Weeks.tsx';

type View = 'month' | 'week' | 'agenda';

const defaultHeight = 560;
/** Width below which days are listed one below the other, in pixels. */
const narrow = 520;

const viewTexts: Record<View, string> = {
  month: 'charts.calendar.month',
  week: 'charts.calendar.week',
  agenda: 'charts.calendar.agenda',
};

function Step({
  icon,
  text,
  press,
}: {
  icon: 'chevron-left' | 'chevron-right';
  text: string;
  press(): void;
}) {
  const styles = useStyles();
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button
        {...trigger}
        size="small"
        appearance="subtle"
        className={styles.tool}
        icon={<Icon name={icon} size={16} />}
        onClick={press}
      />
      {tooltip}
    </>
  );
}

function LoadedCalendar({ id, props, data, fire, listens }: WidgetProps<CalendarProps>) {
  const styles = useStyles();
  const t = useText();
  const days = useCalendarDays();
  const { date } = useFormat();
  const figures = useFigureFormat();
  const problemText = useProblemText(figures);
  const screenTitle = useScreenTitle();
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  const isWide = useWiderThan(root, narrow, id) !== false;
  const [bound, setBound] = useBinding(props.day);
  const [own, setOwn] = useState<string | null>(null);
  const [chosen, setView] = useState<View>(props.view ?? 'month');
  const view = isWide ? chosen : 'agenda';
  const today = days.today();
  const given = props.day === undefined ? own : bound;
  const day = typeof given === 'string' && isDay(given) ? given : today;
  const go = (to: string) => {
    if (!isDay(to)) return;
    if (props.day === undefined) setOwn(to);
    else setBound(to);
  };
  const blank = t('charts.blank');
  const { records, undated, reversed, problem } = useMemo(
    () => createRecords(props, data.rows, days, blank),
    [props, data.rows, days, blank],
  );
  const { bind } = props;
  const [picked] = useBinding(bind);
  const { chips, press } = useChartFilters(
    bind === undefined
      ? []
      : [
          {
            bind,
            of: 'category',
            name: t('charts.timeline.day'),
            nameOf: (value) => (typeof value === 'string' && isDay(value) ? date(value) : String(value)),
          },
        ],
  );
  const selectable = listens('select') || bind !== undefined;
  const context: CalendarContext = {
    t,
    days,
    records,
    today,
    date,
    count: figures.count,
    picked: typeof picked === 'string' ? picked : null,
    select: selectable
      ? (record, on) => {
          press({ category: on, series: null });
          void fire(
            'select',
            { category: on, series: toScalar(record.text), value: null },
            record.row as (typeof data.rows)[0],
          );
        }
      : undefined,
  };

  const isMonday = props.weekStart === 'monday';
  const month = day.slice(0, 7);
  const weeks = view === 'week' ? [weekOf(day, isMonday)] : monthOf(day, isMonday);
  const period =
    view === 'week'
      ? t('charts.calendar.span', { from: date(weeks[0]![0]), to: date(weeks[0]![6]) })
      : days.name(day, { month: 'long', year: 'numeric' });
  const step = (count: number) => go(moveDay(day, view === 'week' ? 'week' : 'month', count));
  const label = props.label || props.title || screenTitle;
  const notes = [
    undated > 0 &&
      t('charts.calendar.undated', {
        count: figures.count(undated),
        field: props.startLabel || columnTitle(data.record, props.start) || props.start,
      }),
    reversed > 0 && t('charts.calendar.reversed', { count: figures.count(reversed) }),
  ].filter((note) => note !== false);

  return (
    <section
      id={id}
      ref={root}
      className={mergeClasses(styles.root, props.card !== false && styles.card)}
      style={{ height: props.height ?? defaultHeight }}
      {...(props.title ? { 'aria-labelledby': titleId } : { 'aria-label': label })}
    >
      <div className={styles.head}>
        <div className={styles.titles}>
          {props.title && (
            <h3 id={titleId} className={styles.title}>
              {props.title}
            </h3>
          )}
          <p className={mergeClasses(styles.period, !props.title && styles.alone)} aria-live="polite">
            {period}
          </p>
        </div>
        <div className={styles.tools}>
          <Step icon="chevron-left" text={t('charts.calendar.previous')} press={() => step(-1)} />
          <Button size="small" appearance="subtle" className={styles.tool} onClick={() => go(today)}>
            {t('charts.calendar.today')}
          </Button>
          <Step icon="chevron-right" text={t('charts.calendar.next')} press={() => step(1)} />
        </div>
        {isWide && (
          <div className={styles.tools} role="group" aria-label={t('charts.calendar.view')}>
            {(['month', 'week', 'agenda'] as const).map((one) => (
              <Button
                key={one}
                size="small"
                appearance="subtle"
                aria-pressed={view === one}
                className={mergeClasses(styles.tool, view === one && styles.on)}
                onClick={() => setView(one)}
              >
                {t(viewTexts[one])}
              </Button>
            ))}
          </div>
        )}
      </div>
      {chips.length > 0 && (
        <div className={mergeClasses(styles.chips, props.card === false && styles.bare)}>
          <FilterChips chips={chips} />
        </div>
      )}
      {problem ? (
        <EmptyState icon="warning" tone="neutral" title={problemText(problem)} />
      ) : view === 'agenda' ? (
        <Agenda
          context={context}
          days={weeks.flat().filter((one) => one.startsWith(month))}
          isBare={props.card === false}
        />
      ) : (
        <Weeks
          context={context}
          weeks={weeks}
          month={view === 'month' ? month : null}
          day={day}
          onDay={go}
          selectDay={
            listens('selectDay') || bind !== undefined
              ? (one, count) => {
                  press({ category: one, series: null });
                  void fire('selectDay', { category: one, series: null, value: count });
                }
              : undefined
          }
          label={label}
        />
      )}
      {notes.length > 0 && !problem && <p className={styles.note}>{notes.join(' ')}</p>}
    </section>
  );
}

/** Records by their days: a month, a week, or a list of days. */
export default function Calendar(widget: WidgetProps<CalendarProps>) {
  return useTexts('charts') && <LoadedCalendar {...widget} />;
}
