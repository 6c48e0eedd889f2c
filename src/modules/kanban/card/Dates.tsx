import { makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { CardFields } from '../../../contracts/agile-card.ts';
import { useFormat, useHost, useText } from '../../../engine/react/index.ts';
import { useUnmount } from '../../../ui/index.ts';
import { DateField, isDayOrEmpty } from '../DateField.tsx';
import { ReadFact } from './Fact.tsx';
import { useOpenCard, useShownCard } from './open-card.ts';

const useStyles = makeStyles({ none: { color: tokens.colorNeutralForeground3 } });

const dateNames = ['startDate', 'endDate'] as const;
type DateName = (typeof dateNames)[number];

/** Start and due date. A whole date is saved at once, and no date once the person has left the field. */
export function Dates() {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const { host } = useHost();
  const id = useId();
  const { store, mayEdit, refused } = useOpenCard();
  const card = useShownCard();
  const [typed, setTyped] = useState<Partial<Record<DateName, string>>>({});
  /** Whether the field that was typed in was left: until then what is typed is not wrong but unfinished. */
  const [isLeft, setLeft] = useState(false);
  /** The field that was changed last: it says what is wrong between the two. */
  const [changed, setChanged] = useState<DateName>();
  const shown = { startDate: card.startDate ?? '', endDate: card.endDate ?? '', ...typed };
  const isSwapped = (dates: typeof shown) =>
    dateNames.every((name) => dates[name] !== '') &&
    dateNames.every((name) => isDayOrEmpty(dates[name])) &&
    dates.startDate > dates.endDate;
  const errorOf = (name: DateName): string | undefined => {
    if (isLeft && !isDayOrEmpty(shown[name])) return t('validation.format.date');
    return name === (changed ?? 'startDate') && isSwapped(shown) ? t('kanban.card.datesWrong') : undefined;
  };
  const save = async (dates: typeof shown) => {
    if (isSwapped(dates) || !dateNames.every((name) => isDayOrEmpty(dates[name]))) return;
    setTyped({});
    const fields: CardFields = Object.fromEntries(
      dateNames
        .filter((name) => (dates[name] || null) !== card[name])
        .map((name) => [name, dates[name] || null]),
    );
    if (Object.keys(fields).length === 0) return;
    const failure = await store.save(fields);
    if (failure) refused(failure);
  };
  useUnmount(() => {
    if (Object.keys(typed).length > 0) host.notify('warning', t('kanban.card.datesLost'));
  });
  return dateNames.map((name) => {
    const label = t(name === 'startDate' ? 'kanban.card.startDate' : 'kanban.card.endDate');
    if (!mayEdit)
      return (
        <ReadFact key={name} label={label}>
          {card[name] === null ? (
            <span className={styles.none}>{t('kanban.noDate')}</span>
          ) : (
            format.date(card[name])
          )}
        </ReadFact>
      );
    return (
      <DateField
        key={name}
        id={`${id}-${name}`}
        label={label}
        value={shown[name]}
        error={errorOf(name)}
        bare
        onChange={(value) => {
          setLeft(false);
          setChanged(name);
          setTyped({ ...typed, [name]: value });
          // Also from the calendar, which leaves no field.
          if (value !== '' && isDayOrEmpty(value)) void save({ ...shown, [name]: value });
        }}
        onLeave={() => {
          setLeft(true);
          void save(shown);
        }}
      />
    );
  });
}
