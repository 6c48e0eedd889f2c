import { mergeClasses } from '@fluentui/react-components';
import { whenText } from './context.ts';
import type { CalendarContext } from './context.ts';
import { recordsOn } from './records.ts';
import { toneColors, useStyles } from './styles.ts';

/** Records of a day that are listed. */
const most = 100;

/** The records of a day, one below the other. */
export function DayList({
  context,
  day,
  whole,
}: {
  context: CalendarContext;
  day: string;
  /** As high as its records. */
  whole: boolean;
}) {
  const styles = useStyles();
  const { t, select, count, days } = context;
  const found = recordsOn(context.records, day);
  return (
    <>
      <ul
        className={mergeClasses(styles.list, whole && styles.whole)}
        aria-label={days.name(day, { day: 'numeric', month: 'long' })}
        // The keyboard reaches a list that scrolls.
        {...(select || whole ? {} : { tabIndex: 0 })}
      >
        {found.slice(0, most).map((record) => {
          const content = (
            <>
              <span
                className={styles.dot}
                style={{ backgroundColor: toneColors[record.tone].solid }}
                aria-hidden="true"
              />
              <span className={styles.itemWords}>{record.text}</span>
              <span className={styles.when}>{whenText(context, record)}</span>
            </>
          );
          return (
            <li key={record.index}>
              {select ? (
                <button
                  type="button"
                  className={mergeClasses(styles.item, styles.itemPressable)}
                  onClick={() => select(record, day)}
                >
                  {content}
                </button>
              ) : (
                <div className={styles.item}>{content}</div>
              )}
            </li>
          );
        })}
      </ul>
      {found.length > most && (
        <p className={styles.note}>
          {t('charts.calendar.cut', { shown: count(most), total: count(found.length) })}
        </p>
      )}
    </>
  );
}
