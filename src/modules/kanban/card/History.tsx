import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import type { HistoryChange, HistoryEntry } from '../../../contracts/agile-card.ts';
import { useFormat, useHost, useText } from '../../../engine/react/index.ts';
import { useCardState, useOpenCard } from './open-card.ts';
import { Section } from './Section.tsx';

/** Entries that are read at first, and that each "more" adds. */
const step = 20;

const useStyles = makeStyles({
  list: { display: 'grid', rowGap: '10px', margin: 0, padding: 0, listStyleType: 'none' },
  head: { color: tokens.colorNeutralForeground2 },
  name: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  time: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  change: {
    margin: '2px 0 0',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  more: { marginTop: '10px' },
});

const dates = new Set(['startDate', 'endDate']);

/** History of a card: each change, by whom and when; it is read when somebody asks. */
export function History() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { store } = useOpenCard();
  const version = useCardState((state) => state.task!.version);
  const comments = useCardState((state) => state.comments);
  const checklist = useCardState((state) => state.checklist);
  const [count, setCount] = useState(0);
  const [found, setFound] = useState<{ rows: HistoryEntry[]; totalRows: number } | null>(null);
  useEffect(() => {
    if (count === 0) return undefined;
    let isShown = true;
    store.calls.history(count).then(
      (page) => {
        if (isShown) setFound(page);
      },
      // The history shown stays; the next change asks again.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
    // Every change of the card is in its history.
  }, [count, store, version, comments, checklist]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that asked for all of it has left with the focus.
    if (found && document.activeElement === document.body) list.current?.focus();
  }, [found]);
  return (
    <Section id={id} title={t('kanban.card.history')}>
      {found && (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-labelledby={`${id}-label`}>
          {found.rows.map((entry) => (
            <Entry key={entry.opId} entry={entry} />
          ))}
        </ul>
      )}
      {(found === null || found.rows.length < found.totalRows) && (
        <Link as="button" className={styles.more} onClick={() => setCount(count + step)}>
          {t(found === null ? 'kanban.card.showHistory' : 'kanban.card.moreHistory')}
        </Link>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const { host } = useHost();
  const { actor, at, kind, changes } = entry;
  const value = (field: string, text: string | null) =>
    text === null ? t('kanban.card.none') : dates.has(field) ? format.date(text) : text;
  const words = ({ field, before, after }: HistoryChange): string => {
    const name = t(`kanban.card.field.${field}`);
    if (before === null && after === null) return name;
    // An added or removed part has one value.
    const isPart = ['comment', 'checklist', 'done', 'undone'].includes(field);
    if (isPart) return `${name}: ${[before, after].filter((text) => text !== null).join(' → ')}`;
    return `${name}: ${value(field, before)} → ${value(field, after)}`;
  };
  return (
    <li>
      <div className={styles.head}>
        <span className={styles.name}>{actor?.name ?? t('kanban.card.someone')}</span>{' '}
        {host.translate(`kanban.card.did.${kind.replace('.', '-')}`) ?? t('kanban.card.did.task-update')}{' '}
        <time className={styles.time} dateTime={at} title={format.datetime(at)}>
          {format.relative(at, host.now())}
        </time>
      </div>
      {changes.map((change, index) => (
        <p key={index} className={styles.change}>
          {words(change)}
        </p>
      ))}
    </li>
  );
}
