import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import { Icon, moldeToken, statusNames, statusToken } from '../../ui/index.ts';
import type { BoardLane, ListKey } from './core/lists.ts';
import { LaneMenu } from './lanes/LaneMenu.tsx';
import { useOpenBoard, useSync } from './open-board.ts';

const iconOf = {
  backlog: 'circle-hint',
  start: 'circle',
  progress: 'circle-half-fill',
  validation: 'checkbox-checked',
  blocked: 'prohibited',
  concluded: 'checkmark-circle',
  canceled: 'dismiss-circle',
  late: 'clock',
} as const;

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    height: '40px',
    padding: '0 6px 0 12px',
  },
  title: {
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  count: {
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: '4px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  full: {
    backgroundColor: moldeToken('statusBlockedBackground'),
    color: moldeToken('statusBlockedForeground'),
  },
  icon: { display: 'inline-flex', flexShrink: 0 },
  menu: { marginInlineStart: 'auto' },
});

/** Cards of a lane, however many a filter hides, and its limit: the count is of the lane, not of what is in sight. */
function LaneCount({ listId, seen, lane }: { listId: ListKey; seen: number; lane: BoardLane | null }) {
  const styles = useStyles();
  const t = useText();
  const all = useSync(({ shown }) => shown?.lists.get(listId)?.length ?? 0);
  const limit = lane?.wipLimit ?? null;
  const isOver = limit !== null && (lane?.wipMode === 'hard' ? all >= limit : all > limit);
  const hidden = all === seen ? '' : t('kanban.ofCards', { seen, count: all });
  const text =
    limit === null
      ? hidden || t('kanban.cards', { count: all })
      : t(
          lane?.wipMode === 'hard'
            ? isOver
              ? 'kanban.limitReached'
              : 'kanban.limitHard'
            : isOver
              ? 'kanban.limitPassed'
              : 'kanban.limitSoft',
          { count: all, limit },
        );
  return (
    <span
      className={mergeClasses(styles.count, isOver && styles.full)}
      title={text}
      role="img"
      aria-label={text}
    >
      {isOver && <Icon name="warning" size={14} />}
      {limit !== null ? `${all}/${limit}` : all === seen ? all : `${seen}/${all}`}
    </span>
  );
}

/** Name, sign and count of a lane, and what its administrators do with it; with `lane: null` of the backlog. */
export function LaneHead({ lane, listId, seen }: { lane: BoardLane | null; listId: ListKey; seen: number }) {
  const styles = useStyles();
  const t = useText();
  const { board } = useOpenBoard();
  const title = lane?.title ?? t('kanban.backlog');
  const status = statusNames.find((name) => name === (lane?.category ?? 'backlog')) ?? 'backlog';
  return (
    <header className={styles.head}>
      <span
        className={styles.icon}
        style={{ color: lane?.color ?? moldeToken(statusToken(status, 'Solid')) }}
      >
        <Icon name={iconOf[status]} size={16} />
      </span>
      <h2 className={styles.title} title={title}>
        {title}
      </h2>
      <LaneCount listId={listId} seen={seen} lane={lane} />
      {lane && board.administers && (
        <span className={styles.menu}>
          <LaneMenu lane={lane} />
        </span>
      )}
    </header>
  );
}
