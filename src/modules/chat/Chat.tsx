import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { outboxOf } from '../../client/index.ts';
import { useHost, useText, useTexts, useWindowTitle } from '../../engine/react/index.ts';
import { EmptyState, ErrorNotice, SkeletonGroup, SkeletonItem, useNarrow } from '../../ui/index.ts';
import { Announcer } from './Announcer.tsx';
import { createChatServer } from './chat-server.ts';
import { Conversation } from './conversation/Conversation.tsx';
import { takeOverEarlier } from './core/earlier-outbox.ts';
import { createChatSync, type ChatSync } from './core/sync.ts';
import { ListColumn } from './list/ListColumn.tsx';
import { AddressedChatContext, OpenChatContext, type OpenChat } from './open-chat.ts';
import { Sidebar } from './customer/Sidebar.tsx';
import { touchTargets } from './touch.ts';
import { useAttention } from './useAttention.ts';

const useStyles = makeStyles({
  page: { display: 'flex', height: '100%', minHeight: 0, overflow: 'hidden', ...touchTargets },
  list: {
    width: '364px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 1099.98px)': { width: '316px' },
    '@media (max-width: 767.98px)': { width: '100%', borderRight: 'none' },
  },
  middle: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  side: {
    width: '312px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 1099.98px)': {
      position: 'absolute',
      insetBlock: 0,
      insetInlineEnd: 0,
      zIndex: 2,
      boxShadow: tokens.shadow16,
    },
    '@media (max-width: 767.98px)': { width: '100%', boxShadow: 'none' },
  },
  back: { flexShrink: 0, margin: '12px 20px 0' },
  around: { position: 'relative' },
  hidden: { display: 'none' },
  message: { display: 'grid', placeItems: 'center', height: '100%', padding: '24px' },
});

// The address follows a click: what it does not change is left alone then.
const List = memo(ListColumn);
const Middle = memo(Conversation);
const Side = memo(Sidebar);

export interface ChatProps {
  /** The chat that is open; null for none. */
  chatId: number | null;
  onChat(chatId: number | null): void;
  /** Called with the name of the page once its texts are there. */
  onTitle(title: string): void;
}

/** The support chat: channels and chats on the left, messages in the middle, the contact on the right. */
export function Chat(props: ChatProps) {
  const { host } = useHost();
  const t = useText();
  const hasTexts = useTexts('chat');
  const [sync, setSync] = useState<ChatSync | null>(null);
  useEffect(() => {
    const server = createChatServer(host);
    const opened = createChatSync(server, outboxOf(host));
    // oxlint-disable-next-line react/set-state-in-effect -- the chats are opened once they are on the page, and closed when it leaves
    setSync(opened);
    void opened.load();
    void takeOverEarlier(host.drafts, server, opened.send);
    return () => opened.dispose();
  }, [host]);
  const { onTitle } = props;
  const title = t('chat.title');
  useWindowTitle(hasTexts ? title : '');
  useEffect(() => {
    if (hasTexts) onTitle(title);
  }, [hasTexts, title, onTitle]);
  if (sync === null || !hasTexts) return <Loading label={t('shell.loading')} />;
  return <Loaded {...props} sync={sync} />;
}

function Loaded({ sync, ...props }: ChatProps & { sync: ChatSync }) {
  const styles = useStyles();
  const t = useText();
  const channels = useStore(sync, (state) => state.channels);
  const failure = useStore(sync, (state) => state.failure);
  if (channels === null && failure?.status === 403)
    return (
      <div className={styles.message}>
        <EmptyState
          icon="prohibited"
          tone="neutral"
          title={t('restricted.title')}
          text={`${t('restricted.text')} ${t('restricted.hint')}`}
        />
      </div>
    );
  if (channels === null)
    return failure ? (
      <div className={styles.message}>
        <ErrorNotice
          title={t('failure.page')}
          text={failure.message}
          retry={{ text: t('failure.retry'), onRetry: () => void sync.load() }}
        />
      </div>
    ) : (
      <Loading label={t('shell.loading')} />
    );
  if (channels.length === 0)
    return (
      <div className={styles.message}>
        <EmptyState icon="chat" tone="neutral" title={t('chat.noChannel')} text={t('chat.noChannelText')} />
      </div>
    );
  return <Surface {...props} sync={sync} />;
}

function Surface({ chatId, onChat, sync }: ChatProps & { sync: ChatSync }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const isNarrow = useNarrow();
  useAttention(sync);
  const [isSideOpen, setSideOpen] = useState(
    () => window.matchMedia?.('(min-width: 1100px)').matches ?? true,
  );
  const open = useCallback(
    (next: number | null, messageId?: number) => {
      sync.open(next, messageId);
      onChat(next);
    },
    [sync, onChat],
  );
  const onSide = useCallback(() => setSideOpen((now) => !now), []);
  // The address says which chat is open, also after a step back. A click shows its chat before the address has changed, because
  // the router takes its time for that.
  const openId = useStore(sync, (state) => state.openId);
  useLayoutEffect(() => {
    if (sync.getState().openId !== chatId) sync.open(chatId);
  }, [sync, chatId]);
  const mayWrite = host.can({ verb: 'update' }, 'support');
  const value = useMemo<OpenChat>(() => ({ sync, open, mayWrite }), [sync, open, mayWrite]);
  return (
    <AddressedChatContext value={chatId}>
      <OpenChatContext value={value}>
        <div className={mergeClasses(styles.page, styles.around)}>
          <section
            className={mergeClasses(styles.list, isNarrow && openId !== null && styles.hidden)}
            aria-label={t('chat.conversations')}
          >
            <List />
          </section>
          <section className={mergeClasses(styles.middle, isNarrow && openId === null && styles.hidden)}>
            {openId === null ? (
              <div className={styles.message}>
                <EmptyState icon="chat" tone="neutral" title={t('chat.empty')} text={t('chat.emptyText')} />
              </div>
            ) : (
              <Middle key={openId} chatId={openId} isSideOpen={isSideOpen} onSide={onSide} />
            )}
          </section>
          {openId !== null && isSideOpen && (
            <aside className={styles.side} aria-label={t('chat.details')}>
              {isNarrow && (
                <Button className={styles.back} onClick={() => setSideOpen(false)}>
                  {t('chat.backToChat')}
                </Button>
              )}
              <Side key={openId} chatId={openId} />
            </aside>
          )}
          <Announcer />
        </div>
      </OpenChatContext>
    </AddressedChatContext>
  );
}

function Loading({ label }: { label: string }) {
  const styles = useStyles();
  return (
    <SkeletonGroup label={label} className={styles.page}>
      <div className={styles.list}>
        {Array.from({ length: 8 }, (_, at) => (
          <SkeletonItem key={at} height={68} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
