import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { BoardCard } from '../../contracts/agile-board.ts';
import { useFormat, useText } from '../../engine/react/index.ts';
import { Icon, moldeToken, PersonAvatar } from '../../ui/index.ts';
import { Cover } from './Cover.tsx';
import { dueState } from './core/due.ts';
import { cardNumber } from './core/filter.ts';
import { PriorityMark, TagMark } from './Marks.tsx';
import { useOpenBoard } from './open-board.ts';
import { ViewersMark } from './ViewersMark.tsx';

/** People shown on a card; the others are a number. */
const mostPeople = 3;

const useStyles = makeStyles({
  face: {
    position: 'relative',
    display: 'grid',
    rowGap: '4px',
    padding: '10px 12px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow2,
  },
  lifted: { boxShadow: tokens.shadow16, cursor: 'grabbing' },
  top: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minWidth: 0,
    minHeight: '18px',
    '@media (pointer: coarse)': { paddingInlineEnd: '28px' },
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  number: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  story: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  title: {
    margin: 0,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 4,
    overflow: 'hidden',
  },
  done: { color: tokens.colorNeutralForeground3 },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px', minWidth: 0 },
  bottom: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '24px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  fact: { display: 'inline-flex', alignItems: 'center', columnGap: '4px', whiteSpace: 'nowrap' },
  late: { color: moldeToken('statusLateForeground'), fontWeight: tokens.fontWeightSemibold },
  today: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  people: {
    display: 'inline-flex',
    alignItems: 'center',
    marginInlineStart: 'auto',
    '& > * + *': { marginInlineStart: '-6px' },
    '& > *': { boxShadow: `0 0 0 2px ${tokens.colorNeutralBackground1}` },
  },
  more: {
    display: 'inline-grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '24px',
    height: '24px',
    paddingInline: '4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Face of a card. Its state of the date is in words for readers: no fact is colour alone. */
export const CardFace = memo(function CardFace({
  card,
  isLifted = false,
}: {
  card: BoardCard;
  isLifted?: boolean;
}) {
  const styles = useStyles();
  const { index, day } = useOpenBoard();
  const t = useText();
  const format = useFormat();
  const story = index.stories.get(card.storyId ?? 0);
  const priority = index.priorities.get(card.priorityId ?? 0);
  const isFinished = index.final.has(card.statusId);
  const due = dueState(card, isFinished, day);
  const people = [...new Set([...(card.head === null ? [] : [card.head]), ...card.users])].flatMap(
    (id) => index.users.get(id) ?? [],
  );
  const date = card.endDate === null ? t('kanban.noDate') : format.date(card.endDate);
  const isOtherYear = card.endDate !== null && card.endDate.slice(0, 4) !== day.slice(0, 4);
  const shortDate = card.endDate === null || isOtherYear ? date : date.slice(0, 5);
  const rest = people.length - mostPeople;
  return (
    <div className={mergeClasses(styles.face, isLifted && styles.lifted)}>
      {card.coverFileId !== null && <Cover fileId={card.coverFileId} />}
      <div className={styles.top}>
        <span className={styles.number}>{cardNumber(card, index)}</span>
        <ViewersMark cardId={card.id} />
        <span className={styles.story} title={story?.title}>
          {story?.title}
        </span>
        {priority && <PriorityMark name={priority.key} label={priority.title} />}
      </div>
      <p className={mergeClasses(styles.title, isFinished && styles.done)}>{card.title}</p>
      {card.tags.length > 0 && (
        <div className={styles.tags}>
          {card.tags.map((id) => {
            const tag = index.tags.get(id);
            return tag ? <TagMark key={id} title={tag.title} /> : null;
          })}
        </div>
      )}
      <div className={styles.bottom}>
        <span
          className={mergeClasses(
            styles.fact,
            due === 'late' && styles.late,
            due === 'today' && styles.today,
          )}
          title={due === 'late' ? t('kanban.lateSince', { date }) : t('kanban.dueOn', { date })}
        >
          <Icon name={due === 'late' ? 'clock' : 'calendar'} size={16} />
          {due === 'today' ? t('kanban.today') : shortDate}
        </span>
        {card.checklist.total > 0 && (
          <span className={styles.fact} title={t('kanban.checklist', card.checklist)}>
            <Icon name="task-list-square-ltr" size={16} />
            {card.checklist.done}/{card.checklist.total}
          </span>
        )}
        {card.comments > 0 && (
          <span className={styles.fact} title={t('kanban.comments', { count: card.comments })}>
            <Icon name="chat" size={16} />
            {card.comments}
          </span>
        )}
        <span className={styles.people}>
          {people.slice(0, mostPeople).map(({ id, name, photourl }) => (
            <PersonAvatar key={id} name={name} image={photourl} size={24} />
          ))}
          {rest > 0 && <span className={styles.more}>+{rest}</span>}
        </span>
      </div>
    </div>
  );
});
