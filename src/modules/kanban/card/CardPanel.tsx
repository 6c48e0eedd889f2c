/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the panel hears Escape for all that is in it */
import {
  Button,
  makeStyles,
  MenuItem,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useOthersHere, useText, useTexts } from '../../../engine/react/index.ts';
import {
  EmptyState,
  ErrorNotice,
  Icon,
  MoreMenu,
  PeopleHere,
  SkeletonGroup,
  SkeletonItem,
  useNarrow,
  useTooltip,
} from '../../../ui/index.ts';
import { Cover } from '../Cover.tsx';
import { listOf } from '../core/lists.ts';
import { reasonOf } from '../core/reason.ts';
import { useCard, useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';
import { Attachments } from './Attachments.tsx';
import { createCardCalls } from './card-calls.ts';
import { createCardStore, type CardStore } from './card-store.ts';
import { Checklist } from './Checklist.tsx';
import { Comments } from './Comments.tsx';
import { Description } from './Description.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Links } from './Links.tsx';
import { OpenCardContext, useOpenCard, useShownCard, type OpenCard } from './open-card.ts';
import { Title } from './Title.tsx';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    // Fluent's drawer makes its parts as wide as what they show.
    alignItems: 'stretch',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
  },
  beside: {
    flexShrink: 0,
    width: 'min(468px, 60%)',
    margin: '0 20px 16px 0',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow16,
    overflow: 'hidden',
    outline: 'none',
  },
  sheet: { height: '100dvh', maxHeight: '100dvh' },
  bar: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    minHeight: '52px',
    padding: '0 8px 0 16px',
    outline: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  code: { fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  project: {
    flexGrow: 1,
    minWidth: 0,
    marginInlineStart: '8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  button: { '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    rowGap: '20px',
    padding: '12px 16px 24px',
  },
  notice: { flexShrink: 0, borderRadius: 0 },
});

export interface CardPanelProps {
  cardId: number;
  onClose(): void;
}

/**
 * The panel of a card, beside the lanes, which stay usable; in narrow windows a sheet over them. It is at the address of the
 * board, so that a link opens it.
 */
export default function CardPanel({ cardId, onClose }: CardPanelProps) {
  const { host } = useHost();
  const { board, ui } = useOpenBoard();
  const hasTexts = useTexts('forms');
  const [store, setStore] = useState<CardStore | null>(null);
  useEffect(() => {
    const opened = createCardStore(host, board.id, cardId, createCardCalls(host, cardId), (opId) =>
      remember(ui, opId),
    );
    // oxlint-disable-next-line react/set-state-in-effect -- the card is opened once it is on the page, and closed when it leaves
    setStore(opened);
    return () => opened.dispose();
  }, [host, board.id, cardId, ui]);
  // The focus goes back to the card, wherever it stands by now.
  const close = () => {
    ui.setState({ focus: { id: cardId } });
    onClose();
  };
  return (
    <Frame cardId={cardId} onClose={close}>
      {store === null || !hasTexts ? <Loading /> : <Content key={cardId} store={store} onClose={close} />}
    </Frame>
  );
}

function Frame({ cardId, onClose, children }: CardPanelProps & { children: ReactNode }) {
  const styles = useStyles();
  const t = useText();
  const isNarrow = useNarrow();
  const panel = useRef<HTMLElement>(null);
  const card = useCard(cardId);
  const label = t('kanban.card.panel', { title: card?.title ?? '' });
  const { ui } = useOpenBoard();
  const list = card && listOf(card);
  useEffect(() => {
    if (!isNarrow) panel.current?.focus({ preventScroll: true });
  }, [cardId, isNarrow]);
  // The lanes have less room beside the panel: the card that is open stays in sight.
  useEffect(() => {
    if (isNarrow || list === undefined) return;
    ui.setState({ reveal: cardId });
    const place =
      document.querySelector(`[data-card="${cardId}"]`)?.closest('section, [data-cell]') ??
      document.querySelector(`[data-list="${list}"]`);
    place?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [cardId, isNarrow, list, ui]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    // Popups are elsewhere on the page, and close by themselves.
    if (event.key !== 'Escape' || !event.currentTarget.contains(target)) return;
    // An open list takes the key for itself. So does the tooltip of a button, which is no reason to stay.
    const isOfTooltip = target.tagName === 'BUTTON' && target.getAttribute('aria-expanded') !== 'true';
    if (event.defaultPrevented && !isOfTooltip) return;
    event.preventDefault();
    onClose();
  };
  if (isNarrow)
    return (
      <OverlayDrawer
        open
        position="bottom"
        className={mergeClasses(styles.panel, styles.sheet)}
        aria-label={label}
        onOpenChange={(_, change) => {
          if (!change.open) onClose();
        }}
      >
        {children}
      </OverlayDrawer>
    );
  return (
    <aside
      ref={panel}
      className={mergeClasses(styles.panel, styles.beside)}
      aria-label={label}
      data-panel={cardId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </aside>
  );
}

function Loading() {
  const styles = useStyles();
  const t = useText();
  return (
    <SkeletonGroup label={t('shell.loading')} className={styles.body}>
      <SkeletonItem width="60%" height={28} />
      <SkeletonItem height={180} />
      <SkeletonItem height={96} />
    </SkeletonGroup>
  );
}

function Content({ store, onClose }: { store: CardStore; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { status, failure, task } = useStore(store);
  const mayWrite = ['ppm-boards', 'ppm-projects'].some((screen) => host.can({ verb: 'update' }, screen));
  const mayEdit = mayWrite && status === 'ready' && task?.project.closed === false;
  const open = useMemo<OpenCard>(
    () => ({
      store,
      mayEdit,
      refused(refusal) {
        const { updatedBy } = (refusal.data ?? {}) as { updatedBy?: { name: string } | null };
        const isConflict = refusal.code === 'VERSION_CONFLICT';
        host.notify('error', t('kanban.card.refused'), {
          detail:
            isConflict && updatedBy
              ? t('kanban.card.refusedBy', { name: updatedBy.name })
              : reasonOf(refusal),
        });
      },
    }),
    [store, mayEdit, host, t],
  );
  if (status === 'failed')
    return (
      <>
        <Bar onClose={onClose} />
        <div className={styles.body}>
          <Failed failure={failure} onRetry={() => void store.load()} />
        </div>
      </>
    );
  if (!task)
    return (
      <>
        <Bar onClose={onClose} />
        <Loading />
      </>
    );
  const reason =
    status === 'removed'
      ? 'kanban.card.removed'
      : task.project.closed
        ? 'kanban.card.closed'
        : mayWrite
          ? null
          : 'kanban.card.readOnly';
  return (
    <OpenCardContext value={open}>
      <CardBar onClose={onClose} />
      {reason !== null && (
        <MessageBar className={styles.notice} intent={status === 'removed' ? 'warning' : 'info'}>
          <MessageBarBody>{t(reason)}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.body}>
        {task.coverFileId !== null && <Cover fileId={task.coverFileId} />}
        <Title />
        <Facts />
        <Description />
        <Checklist />
        <Attachments />
        <Links />
        <Comments />
        <History />
      </div>
    </OpenCardContext>
  );
}

function Failed({ failure, onRetry }: { failure: HostFailure | null; onRetry(): void }) {
  const t = useText();
  if (failure && [400, 403, 404].includes(failure.status))
    return (
      <EmptyState
        icon="document-search"
        tone="neutral"
        title={t('kanban.card.absent')}
        text={failure.message}
      />
    );
  return (
    <ErrorNotice
      title={t('failure.page')}
      text={failure?.message ?? ''}
      retry={{ text: t('failure.retry'), onRetry }}
    />
  );
}

function Bar({ onClose, children }: { onClose(): void; children?: ReactNode }) {
  const styles = useStyles();
  const t = useText();
  const close = useTooltip(t('kanban.close'));
  const isNarrow = useNarrow();
  const bar = useRef<HTMLDivElement>(null);
  // The sheet is empty while it opens, and its focus trap begins with a focus within: without it the first press of a field
  // would lose the focus to the board.
  useEffect(() => {
    if (isNarrow) bar.current?.focus({ preventScroll: true });
  }, [isNarrow]);
  return (
    <div ref={bar} className={styles.bar} tabIndex={isNarrow ? -1 : undefined}>
      {children ?? <span className={styles.project} />}
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<Icon name="dismiss" />}
        {...close.trigger}
        onClick={onClose}
      />
      {close.tooltip}
    </div>
  );
}

/** Number and project of the card, and what is done with it as a whole. */
function CardBar({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { actions, ui } = useOpenBoard();
  const { id: cardId, code, title, project, watchers } = useShownCard();
  const others = useOthersHere(`record:task:${cardId}`);
  const { store, mayEdit, refused } = useOpenCard();
  const mayDelete =
    mayEdit && ['ppm-boards', 'ppm-projects'].some((screen) => host.can({ verb: 'delete' }, screen));
  const remove = async () => {
    const isSure = await host.confirm({
      kind: 'delete',
      title: t('kanban.card.deleteQuestion'),
      text: `${code} ${title}`,
    });
    if (!isSure) return;
    const successor = actions.successor([cardId]);
    try {
      const { opId } = await store.calls.remove();
      const notice = { undo: () => actions.undo(opId) };
      remember(ui, opId, host.notify('success', t('kanban.card.deleted'), notice));
      onClose();
      if (successor !== null) ui.setState({ focus: { id: successor } });
    } catch (error) {
      refused(error as HostFailure);
    }
  };
  const isWatching = watchers.some(({ id }) => id === host.user.id);
  const watch = useTooltip(
    t(isWatching ? 'kanban.card.unwatch' : 'kanban.card.watch', { count: watchers.length }),
  );
  const toggleWatching = async () => {
    const failure = await store.act(async () => void (await store.calls.watch(!isWatching)));
    if (failure) refused(failure);
  };
  return (
    <Bar onClose={onClose}>
      <span className={styles.code}>{code}</span>
      <span className={styles.project} title={project.title}>
        {project.title}
      </span>
      <PeopleHere
        people={others.people}
        total={others.total}
        text=""
        more={(names, count) => t('kanban.moreHere', { names, count })}
      />
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<Icon name={isWatching ? 'eye' : 'eye-off'} />}
        aria-pressed={isWatching}
        {...watch.trigger}
        onClick={() => void toggleWatching()}
      />
      {watch.tooltip}
      <MoreMenu label={t('kanban.cardMenu', { card: `${code} ${title}` })}>
        <MenuItem
          icon={<Icon name="link" />}
          onClick={() => {
            const copied = () => host.notify('success', t('kanban.card.linkCopied'));
            // Browsers refuse it to pages without TLS.
            const shown = () => host.notify('info', location.href);
            void (async () => navigator.clipboard.writeText(location.href))().then(copied, shown);
          }}
        >
          {t('kanban.card.copyLink')}
        </MenuItem>
        {mayDelete && (
          <MenuItem icon={<Icon name="delete" />} onClick={() => void remove()}>
            {t('kanban.card.deleteCard')}
          </MenuItem>
        )}
      </MoreMenu>
    </Bar>
  );
}
