import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { PanelRight20Regular } from '@fluentui/react-icons/svg/panel-right';
import { useCallback, useEffect, useState } from 'react';
import type { ChatMessage } from '../../contracts/support.ts';
import { formatNumber } from '../../contracts/phone-number.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import {
  ErrorNotice,
  Icon,
  PersonAvatar,
  SkeletonGroup,
  SkeletonItem,
  useNarrow,
  useTooltip,
} from '../../ui/index.ts';
import { AgentSelect } from './AgentSelect.tsx';
import { Composer } from './Composer.tsx';
import { Due } from './Due.tsx';
import { MessageList } from './MessageList.tsx';
import { useChatState, useOpenChat } from './open-chat.ts';
import { useReplying } from './useReplying.ts';

const useStyles = makeStyles({
  head: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '56px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  who: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  line: { display: 'flex', alignItems: 'center', columnGap: '8px', minWidth: 0 },
  company: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  loading: { flexGrow: 1, display: 'grid', alignContent: 'end', rowGap: '12px', padding: '24px' },
  message: { display: 'grid', placeItems: 'center', height: '100%', padding: '24px' },
  notice: { flexShrink: 0, margin: '8px 16px 0' },
  replying: {
    flexShrink: 0,
    padding: '0 20px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** The middle column: who it is, the messages, and the composer. */
export function Conversation({
  chatId,
  isSideOpen,
  onSide,
}: {
  chatId: number;
  isSideOpen: boolean;
  onSide(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync, open, mayWrite } = useOpenChat();
  const isNarrow = useNarrow();
  const chat = useChatState((state) => state.chats.get(chatId));
  const conversation = useChatState((state) =>
    state.conversation?.chatId === chatId ? state.conversation : null,
  );
  const channel = useChatState((state) => state.channels?.find(({ id }) => id === chat?.channelId));
  const [reply, setReply] = useState<ChatMessage | null>(null);
  const { names, onType } = useReplying(chatId);
  const side = useTooltip(t('chat.details'));
  const back = useTooltip(t('chat.back'));
  const onReply = useCallback((message: ChatMessage) => setReply(message), []);
  useEffect(() => host.events.enter(`chat:${chatId}`, () => undefined), [host, chatId]);

  if (conversation?.status === 'failed')
    return (
      <div className={styles.message}>
        <ErrorNotice
          title={t('failure.page')}
          text={conversation.failure?.message ?? ''}
          retry={{ text: t('failure.retry'), onRetry: () => sync.open(chatId) }}
        />
      </div>
    );
  const assign = (attendantId: number | null): void => {
    if (!chat) return;
    sync
      .change(chatId, { attendantId, version: chat.version })
      .catch((failure: HostFailure) => host.notify('error', failure.message));
  };
  return (
    <>
      <header className={styles.head}>
        {isNarrow && (
          <Button
            {...back.trigger}
            appearance="subtle"
            icon={<Icon name="chevron-left" />}
            onClick={() => open(null)}
          />
        )}
        {chat && (
          <>
            <PersonAvatar name={chat.name} size={40} decorative />
            <div className={styles.who}>
              <h1 className={styles.name}>{chat.name}</h1>
              <div className={styles.line}>
                <span className={styles.company}>
                  {[
                    chat.companyName || formatNumber(chat.recipientNum),
                    ...(chat.queueName === null ? [] : [t('chat.inQueue', { name: chat.queueName })]),
                  ].join(' · ')}
                </span>
                <Due chat={chat} />
              </div>
            </div>
            <AgentSelect chat={chat} disabled={!mayWrite} onChange={assign} />
          </>
        )}
        <Button
          {...side.trigger}
          icon={<PanelRight20Regular />}
          appearance={isSideOpen ? 'secondary' : 'subtle'}
          aria-pressed={isSideOpen}
          onClick={onSide}
        />
      </header>
      {channel?.problem && (
        <MessageBar className={styles.notice} intent="error">
          <MessageBarBody>{t('chat.channelProblem', { detail: channel.problem.detail })}</MessageBarBody>
        </MessageBar>
      )}
      {conversation?.status === 'ready' && chat ? (
        <MessageList chat={chat} conversation={conversation} onReply={onReply} />
      ) : (
        <SkeletonGroup label={t('chat.loading')} className={styles.loading}>
          {[240, 320, 200].map((width, at) => (
            <SkeletonItem key={at} width={`${width}px`} height={48} />
          ))}
        </SkeletonGroup>
      )}
      <div className={styles.replying} role="status">
        {names.length > 0 && t('chat.replying', { names: names.join(', '), count: names.length })}
      </div>
      {chat && <Composer chat={chat} reply={reply} onReply={setReply} onType={onType} />}
      {side.tooltip}
      {back.tooltip}
    </>
  );
}
