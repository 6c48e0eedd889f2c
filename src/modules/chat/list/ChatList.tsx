/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears the keys of the rows within it, which have the focus */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useRef } from 'react';
import { useText } from '../../../engine/react/index.ts';
import {
  EmptyState,
  ErrorNotice,
  SkeletonGroup,
  SkeletonItem,
  useMeasuredRows,
  useRoving,
} from '../../../ui/index.ts';
import { ChatRow, rowHeight } from './ChatRow.tsx';
import { noFilter } from '../core/server.ts';
import { FoundMessages, useFoundMessages } from './FoundMessages.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';

/** Rows by which Page Up and Page Down move. */
const page = 8;
/** Rows before the end of what is loaded from which more is loaded. */
const nearEnd = 40;

const useStyles = makeStyles({
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden' },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: '68px',
    '@media (pointer: coarse)': { height: '76px' },
  },
  state: { padding: '32px 16px' },
  skeleton: {
    display: 'grid',
    rowGap: '12px',
    padding: '14px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

/** The chats of the tab, of which those near the view are rendered. */
export function ChatList() {
  const styles = useStyles();
  const t = useText();
  const { sync, open } = useOpenChat();
  const list = useChatState((state) => state.list);
  const status = useChatState((state) => state.status);
  const failure = useChatState((state) => state.failure);
  const openId = useChatState((state) => state.openId);
  const filter = useChatState((state) => state.filter);
  const hits = useFoundMessages(filter.text);
  const scroller = useRef<HTMLDivElement>(null);
  const keyOf = useCallback((index: number) => list[index]?.id ?? -1, [list]);
  const window = useMeasuredRows({ count: list.length, rowHeight, scroller, keyOf });
  const roving = useRoving(scroller, list.length, window);
  const isFiltering = Object.values(filter).some(Boolean);
  const isNearEnd = (window.rows.at(-1)?.index ?? -1) >= list.length - nearEnd;
  useEffect(() => {
    if (isNearEnd) sync.loadMore();
  }, [isNearEnd, list.length, sync]);
  const onOpen = useCallback((id: number) => open(id), [open]);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-scrolls="y"
      onKeyDown={(event) => {
        if (!event.altKey && !event.ctrlKey && !event.metaKey) roving.onKeyDown(event, page);
      }}
    >
      {status === 'loading' && list.length === 0 && (
        <SkeletonGroup label={t('shell.loading')} className={styles.skeleton}>
          {Array.from({ length: 6 }, (_, at) => (
            <SkeletonItem key={at} height={40} />
          ))}
        </SkeletonGroup>
      )}
      {status === 'failed' && (
        <div className={styles.state}>
          <ErrorNotice
            title={t('failure.page')}
            text={failure?.message ?? ''}
            retry={{ text: t('failure.retry'), onRetry: () => void sync.load() }}
          />
        </div>
      )}
      {status === 'ready' && list.length === 0 && !hits?.length && (
        <div className={styles.state}>
          <EmptyState
            icon="chat"
            tone="neutral"
            title={isFiltering ? t('chat.noneFound') : t('chat.none')}
            text={isFiltering ? t('chat.noneFoundText') : ''}
          >
            {isFiltering && (
              <Button onClick={() => sync.choose({ filter: noFilter })}>{t('chat.clear')}</Button>
            )}
          </EmptyState>
        </div>
      )}
      {list.length > 0 && (
        <ul className={styles.list} style={{ height: window.height }} aria-label={t('chat.conversations')}>
          {window.rows.map(({ index, start }) => (
            <li
              key={list[index]!.id}
              ref={window.measure}
              data-line={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => roving.onRowFocus(index)}
            >
              <ChatRow
                chat={list[index]!}
                at={index}
                isSelected={list[index]!.id === openId}
                isTabStop={roving.tabStop === index}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
      {hits && hits.length > 0 && <FoundMessages text={filter.text} hits={hits} />}
    </div>
  );
}
