import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useEffect, useRef } from 'react';
import { useText } from '../../engine/react/index.ts';
import { CardList } from './CardList.tsx';
import { listKey, type BoardLane } from './core/lists.ts';
import { LaneHead } from './LaneHead.tsx';
import { useOpenBoard, useUi } from './open-board.ts';
import { QuickAdd } from './quick-add/QuickAdd.tsx';

const useStyles = makeStyles({
  lane: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    width: '272px',
    minHeight: 0,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    scrollSnapAlign: 'center',
    '@media (max-width: 599.98px)': { width: 'calc(100% - 16px)' },
  },
  wide: { width: '100%', maxWidth: '720px', flexShrink: 1 },
});

/** A lane of the sprint that is shown, or with `lane: null` the backlog. */
export const Lane = memo(function Lane({
  lane,
  sprintId,
  ids,
  isFirst,
  isWide = false,
}: {
  lane: BoardLane | null;
  sprintId: number | null;
  ids: readonly number[];
  isFirst: boolean;
  isWide?: boolean;
}) {
  const styles = useStyles();
  const t = useText();
  const listId = listKey(lane === null ? null : sprintId, lane?.id ?? null);
  const title = lane?.title ?? t('kanban.backlog');
  const { mayCreate, ui } = useOpenBoard();
  const section = useRef<HTMLElement>(null);
  const first = useRef(ids[0]);
  const isBeside = lane === null && !isWide;
  // The backlog opens before the lanes, wherever these are scrolled to.
  useEffect(() => {
    const lanes = section.current?.parentElement;
    if (!isBeside || !lanes) return;
    lanes.scrollLeft = 0;
    if (first.current === undefined) section.current?.focus({ preventScroll: true });
    else ui.setState({ focus: { id: first.current } });
  }, [isBeside, ui]);
  const hides = useUi(({ filter }) => filter.text !== '' || filter.due !== null || filter.people.length > 0);
  return (
    <section
      ref={section}
      className={mergeClasses(styles.lane, isWide && styles.wide)}
      aria-label={title}
      tabIndex={isBeside ? -1 : undefined}
    >
      <LaneHead lane={lane} listId={listId} seen={ids.length} />
      <CardList
        listId={listId}
        ids={ids}
        label={title}
        isFirst={isFirst}
        emptyText={hides ? t('kanban.noneFound') : t('kanban.none')}
      />
      {mayCreate && <QuickAdd lane={lane} sprintId={sprintId} list={title} />}
    </section>
  );
});
