import { mergeClasses } from '@fluentui/react-components';
import { EmptyState, useKeyboardScroll } from '../../src/ui/index.ts';
import { useRef } from 'react';
import { longDay } from './context.ts';
import type { CalendarContext } from './context.ts';
import { DayList } from './DayList.tsx';
import { useStyles } from './styles.ts';

/** Days with records, one below the other. */
export function Agenda({
  context,
  days,
  isBare,
}: {
  context: CalendarContext;
  days: readonly string[];
  /** Without a card around it. */
  isBare: boolean;
}) {
  const styles = useStyles();
  const scroll = useKeyboardScroll(useRef(null));
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const inSight = context.records.filter(({ start, end }) => start.day <= last && end.day >= first);
  const filled = days.filter((day) => inSight.some(({ start, end }) => start.day <= day && end.day >= day));
  if (filled.length === 0)
    return <EmptyState icon="calendar" tone="neutral" title={context.t('charts.calendar.none')} />;
  return (
    <div ref={scroll} className={styles.agenda}>
      {filled.map((day) => (
        <section key={day}>
          <h4 className={mergeClasses(styles.dayTitle, isBare && styles.bare)}>
            {context.days.name(day, longDay)}
          </h4>
          <DayList context={{ ...context, records: inSight }} day={day} whole />
        </section>
      ))}
    </div>
  );
}
