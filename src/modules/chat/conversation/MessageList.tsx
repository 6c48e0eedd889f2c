/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, react/incompatible-library -- the keys scroll the list; what TanStack Virtual returns stays within it */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chat, ChatMessage } from '../../../contracts/support.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { CountBadge, Icon } from '../../../ui/index.ts';
import { Bubble } from './Bubble.tsx';
import { linesOf, type Line } from '../core/days.ts';
import type { Conversation } from '../core/conversation.ts';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { PendingBubble } from './PendingBubble.tsx';
import { useChatTimes } from './times.ts';

/** Height of a line before it is measured, and lines rendered beyond each edge. */
const lineHeight = 56;
/** Height of the view before it is measured. Pixels. */
const viewHeight = 640;
const beyond = 12;
/** Distance to an edge from which it counts as reached. Pixels. */
const nearEdge = 80;
const nearTop = 2_000;

const useStyles = makeStyles({
  around: { position: 'relative', flexGrow: 1, minHeight: 0 },
  scroller: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    overflowY: 'auto',
    overflowX: 'hidden',
    overflowAnchor: 'none',
    padding: '0 28px',
    '@media (max-width: 767.98px)': { padding: '0 12px' },
  },
  // Few messages stand above the composer, as many do.
  list: { position: 'relative', flexShrink: 0, margin: 'auto 0 0', padding: 0, listStyleType: 'none' },
  line: { position: 'absolute', insetInline: 0, top: 0 },
  day: { display: 'flex', justifyContent: 'center', padding: '12px 0' },
  pill: {
    padding: '2px 10px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
  },
  unread: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    padding: '8px 0',
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    '::before': { content: '""', flexGrow: 1, height: '1px', backgroundColor: tokens.colorBrandStroke2 },
    '::after': { content: '""', flexGrow: 1, height: '1px', backgroundColor: tokens.colorBrandStroke2 },
  },
  latest: { position: 'absolute', insetInlineEnd: '20px', insetBlockEnd: '12px', boxShadow: tokens.shadow8 },
  closed: {
    display: 'flex',
    justifyContent: 'center',
    padding: '12px 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The messages of a chat, of which those near the view are mounted. It stays at the end while the end is in sight. */
export function MessageList({
  chat,
  conversation,
  onReply,
}: {
  chat: Chat;
  conversation: Conversation;
  onReply(message: ChatMessage): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const times = useChatTimes();
  const { sync } = useOpenChat();
  const allPending = useChatState((state) => state.pending);
  const { messages, hasBefore, hasAfter, readId, target } = conversation;
  const { timeZone } = host.tenant;
  const lines = useMemo<Line[]>(
    () =>
      linesOf(
        messages,
        allPending.filter(({ chatId }) => chatId === chat.id),
        { timeZone, readId, hasBefore },
      ),
    [messages, allPending, chat.id, timeZone, readId, hasBefore],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(target === null);
  const [flash, setFlash] = useState<number | null>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: beyond,
    // The lines of the first view are rendered first, and no others.
    initialRect: { width: 0, height: viewHeight },
    initialOffset: () => Math.max(0, firstLine(lines, target) * lineHeight - viewHeight / 2),
    // Earlier messages leave the view where it is, and so do forgotten ones.
    anchorTo: 'end',
    getItemKey: (index) => lines[index]!.key,
    paddingStart: 12,
    paddingEnd: 12,
  });

  const total = virtual.getTotalSize();

  // Where one opens it: at what was searched for, at what is new, else at the end.
  const isPlaced = useRef(false);
  const placed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (lines.length === 0) return;
    if (target !== null && placed.current !== target) {
      const at = lines.findIndex((line) => line.kind === 'message' && line.message.id === target);
      if (at < 0) return;
      placed.current = target;
      isPlaced.current = true;
      virtual.scrollToIndex(at, { align: 'center' });
      setAtEnd(false);
      setFlash(target);
      return;
    }
    if (isPlaced.current) return;
    isPlaced.current = true;
    const first = firstLine(lines, null);
    if (first < lines.length - 1) {
      setAtEnd(false);
      virtual.scrollToIndex(first, { align: 'start' });
    } else virtual.scrollToIndex(first, { align: 'end' });
  }, [lines, target, virtual]);
  // Rows that are measured on the way move what is searched for: it stays in the middle while it is pointed out.
  useLayoutEffect(() => {
    if (flash === null) return;
    const at = lines.findIndex((line) => line.kind === 'message' && line.message.id === flash);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' });
  }, [flash, lines, total, virtual]);
  useEffect(() => {
    if (flash === null) return undefined;
    return host.after(2_000, () => setFlash(null));
  }, [flash, host]);

  // Messages that come at the end are followed while the end is in sight.
  const before = useRef({ total: 0, last: lines.at(-1)?.key });
  useLayoutEffect(() => {
    const old = before.current;
    const box = scroller.current;
    const last = lines.at(-1)?.key;
    before.current = { total, last };
    if (!box || !isPlaced.current || !isAtEnd) return;
    if (old.last !== last || old.total !== total) box.scrollTop = box.scrollHeight;
  }, [lines, total, isAtEnd]);
  // A chat that is open for hours holds no more than one that is opened.
  useEffect(() => {
    if (isAtEnd) sync.trim();
    const keys = new Set<React.Key>(lines.map(({ key }) => key));
    for (const key of virtual.itemSizeCache.keys()) if (!keys.has(key)) virtual.itemSizeCache.delete(key);
  }, [isAtEnd, lines, sync, virtual]);

  // The end stays in sight when what stands below grows: the composer, or the notice above it.
  useEffect(() => {
    const box = scroller.current;
    if (!box || !isAtEnd || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [isAtEnd]);

  const newest = messages.at(-1);
  const isRead = isAtEnd && !hasAfter;
  useEffect(() => {
    if (!isRead || !newest || chat.unreadCount === 0) return undefined;
    const note = () => {
      if (document.hasFocus()) sync.read(chat.id, newest.id);
    };
    note();
    globalThis.addEventListener('focus', note);
    return () => globalThis.removeEventListener('focus', note);
  }, [isRead, newest, chat.unreadCount, chat.id, sync]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < nearEdge);
    if (box.scrollTop < nearTop) sync.loadOlder();
  };
  const toLatest = (): void => {
    if (hasAfter) sync.open(chat.id);
    else virtual.scrollToIndex(lines.length - 1, { align: 'end' });
    setAtEnd(true);
  };
  const jump = (id: number): void => sync.open(chat.id, id);
  return (
    <div className={styles.around}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={chat.name}
        aria-live="off"
        data-messages
      >
        <ol className={styles.list} style={{ height: total }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {line.kind === 'day' && (
                  <div className={styles.day}>
                    <span className={styles.pill}>{times.day(line.day)}</span>
                  </div>
                )}
                {line.kind === 'unread' && <div className={styles.unread}>{t('chat.newMessages')}</div>}
                {line.kind === 'message' && (
                  <Bubble
                    message={line.message}
                    customer={chat.name}
                    startsRun={line.startsRun}
                    isFlashing={line.message.id === flash}
                    onReply={onReply}
                    onJump={jump}
                  />
                )}
                {line.kind === 'pending' && <PendingBubble pending={line.pending} />}
              </li>
            );
          })}
        </ol>
        {chat.isFinished === 'Y' && <div className={styles.closed}>{t('chat.closed')}</div>}
      </div>
      {(!isAtEnd || hasAfter) && (
        <Button
          className={styles.latest}
          shape="circular"
          icon={<Icon name="chevron-down" />}
          aria-label={t('chat.latest')}
          onClick={toLatest}
        >
          {chat.unreadCount > 0 && <CountBadge count={chat.unreadCount} />}
        </Button>
      )}
    </div>
  );
}

/** Line at which a conversation opens: what was searched for, else what is new if it is much, else the last one. */
function firstLine(lines: readonly Line[], target: number | null): number {
  if (target !== null)
    return lines.findIndex((line) => line.kind === 'message' && line.message.id === target);
  const unread = lines.findIndex(({ kind }) => kind === 'unread');
  return unread >= 0 && lines.length - unread > 8 ? unread : lines.length - 1;
}
