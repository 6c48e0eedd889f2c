/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears the keys of the cards within it, which have the focus */
import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { useHost, useText, useTexts, useWindowTitle } from '../../engine/react/index.ts';
import {
  EmptyState,
  ErrorNotice,
  LazyComponent,
  lazyComponent,
  SkeletonGroup,
  SkeletonItem,
  visuallyHidden,
} from '../../ui/index.ts';
import { createActions, moveNotices } from './actions.ts';
import { BoardBar } from './BoardBar.tsx';
import { BoardDrag } from './BoardDrag.tsx';
import { onBoardKey } from './board-keys.ts';
import { createBoardServer } from './board-server.ts';
import { createBoardUi, type BoardUi } from './board-ui.ts';
import { CardMenu } from './CardMenu.tsx';
import { today } from './core/due.ts';
import { cardTest, indexOf, isFiltering } from './core/filter.ts';
import { listKey, type BoardLane } from './core/lists.ts';
import { cellParts, groupOf, swimlanesOf, type CellKey } from './core/swimlanes.ts';
import { createBoardSync, type BoardSync } from './core/sync.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { Lane } from './Lane.tsx';
import { LaneDialogs } from './lanes/LaneDialogs.tsx';
import { NewLane } from './lanes/NewLane.tsx';
import { OpenBoardContext, useUi, type OpenBoard } from './open-board.ts';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { EndSprint } from './sprints/EndSprint.tsx';
import { NewSprint } from './sprints/NewSprint.tsx';
import { SwimBoard } from './swimlanes/SwimBoard.tsx';
import { createUndo } from './undo.ts';
import { createVisible } from './visible.ts';
import { useCardFocus } from './useCardFocus.ts';
import { useViewers } from './useViewers.ts';

const cardPanel = lazyComponent(() => import('./card/CardPanel.tsx'));

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, overflow: 'hidden' },
  notice: { flexShrink: 0, margin: '0 20px 8px', '@media (max-width: 767.98px)': { margin: '0 16px 8px' } },
  body: { flexGrow: 1, display: 'flex', minHeight: 0 },
  lanes: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    display: 'flex',
    columnGap: '12px',
    padding: '0 20px 16px',
    overflowX: 'auto',
    overflowY: 'hidden',
    '@media (max-width: 767.98px)': { padding: '0 16px 12px', columnGap: '8px' },
    '@media (max-width: 599.98px)': { scrollSnapType: 'x mandatory' },
  },
  message: { display: 'grid', placeItems: 'center', height: '100%', padding: '24px' },
  bar: { display: 'flex', alignItems: 'center', columnGap: '12px', height: '96px', padding: '0 20px' },
  lane: {
    display: 'grid',
    alignContent: 'start',
    rowGap: '8px',
    width: '272px',
    flexShrink: 0,
    padding: '8px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  announcement: visuallyHidden,
});

export interface KanbanProps {
  boardId: number;
  /** 0: the backlog alone. */
  sprintId: number;
  /** Shows a sprint; 0 the backlog. */
  onSprint(sprintId: number): void;
  /** The card whose panel is open. */
  cardId: number | null;
  /** Opens the panel of a card; null closes it. */
  onCard(cardId: number | null): void;
  /** Called with the names of the board and of the sprint once they are there. */
  onTitles(board: string, sprint: string | null): void;
}

/** A board: its lanes with the cards of a sprint, and the backlog beside them. */
export function Kanban(props: KanbanProps) {
  const { boardId } = props;
  const { host } = useHost();
  const t = useText();
  const hasTexts = useTexts('kanban');
  const [ui] = useState(() => createBoardUi(false));
  const [sync, setSync] = useState<BoardSync | null>(null);
  useEffect(() => {
    const opened = createBoardSync(
      boardId,
      createBoardServer(host, boardId),
      moveNotices(
        host,
        ui,
        (key, values) => host.translate(key, values) ?? key,
        () => opened.getState(),
      ),
    );
    // oxlint-disable-next-line react/set-state-in-effect -- the board is opened once it is on the page, and closed when it leaves
    setSync(opened);
    return () => opened.dispose();
  }, [host, ui, boardId]);
  if (sync === null || !hasTexts) return <Loading label={t('shell.loading')} />;
  return <Opened {...props} key={boardId} sync={sync} ui={ui} />;
}

interface OpenedProps extends KanbanProps {
  sync: BoardSync;
  ui: StoreApi<BoardUi>;
}

function Opened({ sync, ...props }: OpenedProps) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { status, failure, board } = useStore(sync);
  const { sprintId, onSprint } = props;
  const absent = (text: string, button: string, onClick: () => void) => (
    <div className={styles.message}>
      <EmptyState heading={1} icon="document-search" tone="neutral" title={t('notFound.title')} text={text}>
        <Button onClick={onClick}>{button}</Button>
      </EmptyState>
    </div>
  );
  if (status === 'failed' && failure)
    return [400, 403, 404].includes(failure.status) ? (
      absent(failure.message, t('kanban.boards'), () => host.navigate('/kanban'))
    ) : (
      <div className={styles.message}>
        <ErrorNotice
          title={t('failure.page')}
          text={failure.message}
          retry={{ text: t('failure.retry'), onRetry: () => void sync.load() }}
        />
      </div>
    );
  if (status !== 'ready' || !board) return <Loading label={t('shell.loading')} />;
  if (sprintId !== 0 && board.sprints.every(({ id }) => id !== sprintId))
    return absent(t('kanban.sprints.unknown'), t('kanban.sprints.openBoard'), () =>
      onSprint(board.activeSprintId ?? 0),
    );
  return <Surface {...props} sync={sync} />;
}

function Surface({ boardId, sprintId, onSprint, cardId, onCard, onTitles, sync, ui }: OpenedProps) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const state = useStore(sync);
  const [visibleOf] = useState(createVisible);
  // One by one: the rest changes with every key and every step of a drag, which render no more than what they touch.
  const filter = useStore(ui, (now) => now.filter);
  const order = useStore(ui, (now) => now.order);
  const grouping = useStore(ui, (now) => now.grouping);
  const board = state.board!;
  const shown = state.shown!;
  const day = today(host.now(), host.tenant.timeZone);
  const index = useMemo(() => indexOf(board), [board]);
  const test = useMemo(
    () => (isFiltering(filter) ? cardTest(filter, index, day) : null),
    [filter, index, day],
  );
  const sprint = board.sprints.find(({ id }) => id === sprintId) ?? null;
  const open = useMemo<OpenBoard>(() => {
    const visible = (key: CellKey): readonly number[] => {
      const now = sync.getState().shown!;
      const own = ui.getState();
      const { list, group } = cellParts(key);
      const passes = isFiltering(own.filter) ? cardTest(own.filter, index, day) : null;
      const ids = visibleOf(now, list, passes, own.order);
      const by = own.grouping;
      if (group === null || by === null) return ids;
      return ids.filter((id) => groupOf(by, now.cards[id]!, index) === group);
    };
    const actions = createActions({
      undo: createUndo(host, ui, t),
      sync,
      ui,
      t,
      index,
      visible,
      swimlanes() {
        const by = ui.getState().grouping;
        if (by === null || sprint === null) return [];
        const { cards } = sync.getState().shown!;
        const listOf = (lane: BoardLane) => visible(listKey(sprint.id, lane.id));
        return swimlanesOf(by, board.lanes, listOf, cards, board, index);
      },
    });
    const may = (verb: 'create' | 'update') =>
      sprint?.state !== 'ended' &&
      ['ppm-boards', 'ppm-projects'].some((screen) => host.can({ verb }, screen));
    return {
      board,
      index,
      sync,
      ui,
      actions,
      day,
      mayMove: may('update'),
      mayCreate: may('create'),
      openCard: onCard,
    };
  }, [board, index, sync, ui, t, day, sprint, visibleOf, host, onCard]);
  const page = useRef<HTMLDivElement>(null);
  useCardFocus(page, ui, shown.cards);
  useViewers(boardId, ui);
  // Before anything has the focus, and where it was lost, the keys of the board act as well.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target === document.body) onBoardKey(event, open);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  const groups = useMemo(
    () =>
      grouping === null || sprint === null
        ? []
        : swimlanesOf(
            grouping,
            board.lanes,
            (lane) => visibleOf(shown, listKey(sprint.id, lane.id), test, order),
            shown.cards,
            board,
            index,
          ),
    [grouping, board, shown, test, order, index, sprint, visibleOf],
  );
  const sprintTitle = sprint?.title ?? null;
  useWindowTitle(sprintTitle === null ? board.title : `${sprintTitle} · ${board.title}`);
  useEffect(() => onTitles(board.title, sprintTitle), [onTitles, board.title, sprintTitle]);
  const isBacklogOpen = useStore(ui, (now) => now.isBacklogOpen);
  const isSelecting = useStore(ui, (now) => now.selected.size > 0);
  const backlog = (isWide: boolean, isFirst: boolean) => (
    <Lane
      lane={null}
      sprintId={null}
      ids={visibleOf(shown, listKey(null, null), test, order)}
      isFirst={isFirst}
      isWide={isWide}
    />
  );
  return (
    <OpenBoardContext value={open}>
      <div
        ref={page}
        className={styles.page}
        data-board={boardId}
        onKeyDown={(event) => onBoardKey(event, open)}
      >
        <BoardBar sprintId={sprint?.id ?? 0} onSprint={onSprint} />
        {isSelecting ? (
          <SelectionBar sprintId={sprint?.id ?? null} />
        ) : (
          <FilterBar isSprint={sprint !== null} />
        )}
        {state.isWaiting && (
          <MessageBar className={styles.notice} intent="warning">
            <MessageBarBody>
              {t('kanban.waiting', { count: state.pending.filter(({ isAccepted }) => !isAccepted).length })}
              {!state.isKept && ` ${t('kanban.onlyHere')}`}
            </MessageBarBody>
          </MessageBar>
        )}
        {order !== 'manual' && (
          <MessageBar className={styles.notice} intent="info">
            <MessageBarBody>{t('kanban.ordered', { order: t(`kanban.order.${order}`) })}</MessageBarBody>
            <MessageBarActions>
              <Button size="small" onClick={() => ui.setState({ order: 'manual' })}>
                {t('kanban.toManual')}
              </Button>
            </MessageBarActions>
          </MessageBar>
        )}
        <div className={styles.body}>
          <BoardDrag>
            <div className={styles.lanes} data-scrolls="x">
              {sprint === null ? (
                backlog(true, true)
              ) : (
                <>
                  {isBacklogOpen && backlog(false, false)}
                  {grouping === null &&
                    board.lanes.map((lane, at) => (
                      <Lane
                        key={lane.id}
                        lane={lane}
                        sprintId={sprint.id}
                        ids={visibleOf(shown, listKey(sprint.id, lane.id), test, order)}
                        isFirst={at === 0}
                      />
                    ))}
                  {grouping !== null && (
                    <SwimBoard sprintId={sprint.id} lanes={board.lanes} by={grouping} groups={groups} />
                  )}
                  {grouping === null && board.administers && <NewLane />}
                </>
              )}
            </div>
          </BoardDrag>
          {cardId !== null && (
            <LazyComponent source={cardPanel}>
              {(CardPanel) => <CardPanel cardId={cardId} onClose={() => onCard(null)} />}
            </LazyComponent>
          )}
        </div>
        <CardMenu />
        <HelpDialog />
        <LaneDialogs />
        <NewSprint onSprint={onSprint} />
        {sprint !== null && <EndSprint sprint={sprint} onSprint={onSprint} />}
        <Announcement />
      </div>
    </OpenBoardContext>
  );
}

/** Announces the last gesture to screen readers. */
function Announcement() {
  const styles = useStyles();
  const announcement = useUi((now) => now.announcement);
  return (
    <div className={styles.announcement} role="status">
      {announcement}
    </div>
  );
}

function Loading({ label }: { label: string }) {
  const styles = useStyles();
  return (
    <SkeletonGroup label={label} className={styles.page}>
      <div className={styles.bar}>
        <SkeletonItem width="240px" height={24} />
      </div>
      <div className={styles.lanes}>
        {[3, 4, 2, 1, 3].map((cards, at) => (
          <div key={at} className={styles.lane}>
            <SkeletonItem width="120px" height={20} />
            {Array.from({ length: cards }, (_, card) => (
              <SkeletonItem key={card} height={96} />
            ))}
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
