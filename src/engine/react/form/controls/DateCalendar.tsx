import { Calendar, DayOfWeek } from '@fluentui/react-calendar-compat';
import type { ICalendar } from '@fluentui/react-calendar-compat';
import { useEffect, useMemo, useRef } from 'react';
import { wireDate } from '../../../../contracts/formats.ts';
import { localeOf } from '../../../../contracts/language.ts';
import { useEngine } from '../../context.ts';
import { useFormat, useLanguage, useText } from '../../hooks.ts';

/** The days of a month to choose one from; loaded on demand. */
export default function DateCalendar({
  value,
  onChoose,
  onDismiss,
}: {
  value: string;
  onChoose(date: string): void;
  onDismiss(): void;
}) {
  const t = useText();
  const format = useFormat();
  const { host } = useEngine();
  const locale = localeOf[useLanguage()];
  const strings = useMemo(() => calendarStrings(locale, t), [locale, t]);
  const chosen = fromWire(value);
  // Today in the tenant's zone, which may differ from the person's clock.
  const today = fromWire(wireDate(format.date(host.now().toISOString())) ?? '');
  const calendar = useRef<ICalendar>(null);
  // The calendar arrives after the popover moved the focus; without the focus inside, screen readers skip it. The popover
  // is positioned a frame later; a focus before that would scroll the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() => calendar.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Calendar
      componentRef={calendar}
      {...(chosen === undefined ? {} : { value: chosen })}
      {...(today === undefined ? {} : { today })}
      strings={strings}
      firstDayOfWeek={DayOfWeek.Sunday}
      showMonthPickerAsOverlay
      showGoToToday
      highlightSelectedMonth
      onSelectDate={(date) => onChoose(toWire(date))}
      // It keeps Escape from the popover around it.
      onDismiss={onDismiss}
    />
  );
}

function fromWire(value: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return undefined;
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return date.getMonth() === Number(parts[2]) - 1 ? date : undefined;
}

function toWire(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Names of months and days in the language; 7 January 2024 was a Sunday. */
function calendarStrings(locale: string, t: (key: string) => string) {
  const month = (style: 'long' | 'short') =>
    Array.from({ length: 12 }, (_, at) =>
      new Intl.DateTimeFormat(locale, { month: style }).format(new Date(2024, at, 1)),
    );
  const day = (style: 'long' | 'narrow') =>
    Array.from({ length: 7 }, (_, at) =>
      new Intl.DateTimeFormat(locale, { weekday: style }).format(new Date(2024, 0, 7 + at)),
    );
  return {
    months: month('long'),
    shortMonths: month('short'),
    days: day('long'),
    shortDays: day('narrow'),
    goToToday: t('form.today'),
    prevMonthAriaLabel: t('form.previousMonth'),
    nextMonthAriaLabel: t('form.nextMonth'),
    prevYearAriaLabel: t('form.previousYear'),
    nextYearAriaLabel: t('form.nextYear'),
  };
}
