import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { PanelRight20Regular } from '@fluentui/react-icons/svg/panel-right';
import { useCallback, useState } from 'react';
import type { ChatMessage } from '../../../contracts/support.ts';
import { formatNumber } from '../../../contracts/phone-number.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import {
  EmptyState,
  ErrorNotice,
  Icon,
  PeopleHere,
  PersonAvatar,
  SkeletonGroup,
  SkeletonItem,
  useNarrow,
  useTooltip,
} from '../../../ui/index.ts';
import { AgentSelect } from '../customer/AgentSelect.tsx';
import { createChatDraft } from '../core/chat-draft.ts';
import { Composer } from '../compose/Composer.tsx';
import { Due } from './Due.tsx';
import { ChatDraftContext } from '../compose/chat-draft-context.ts';
import { MessageList } from './MessageList.tsx';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { useColleagues } from '../useColleagues.ts';
import { WritingNotice } from './WritingNotice.tsx';

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
  const [draft] = useState(() => createChatDraft(host.drafts, `support.chat.${chatId}`));
  const { people, total, writing, onType, onStop } = useColleagues(chatId);
  const side = useTooltip(t('chat.details'));
  const back = useTooltip(t('chat.back'));
  const onReply = useCallback(
    ({ id, type, content }: ChatMessage) => draft.setState({ reply: { id, type, content } }),
    [draft],
  );

  if (conversation?.status === 'gone')
    return (
      <div className={styles.message}>
        <EmptyState icon="prohibited" tone="neutral" title={t('chat.gone')} text={t('chat.goneText')}>
          <Button onClick={() => open(null)}>{t('chat.back')}</Button>
        </EmptyState>
      </div>
    );
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
  const assign = async (attendantId: number | null, note: string): Promise<boolean> => {
    if (!chat) return false;
    try {
      const { version } = chat;
      await sync.change(chatId, { attendantId, version, ...(note === '' ? {} : { note }) });
      return true;
    } catch (failure) {
      host.notify('error', (failure as HostFailure).message);
      return false;
    }
  };
  return (
    <ChatDraftContext value={draft}>
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
            {/* On phones the name has the room that colleagues leave. */}
            {(!isNarrow || total === 0) && <PersonAvatar name={chat.name} size={40} decorative />}
            <div className={styles.who}>
              <h1 className={styles.name}>{chat.name}</h1>
              <div className={styles.line}>
                <span className={styles.company}>
                  {[
                    chat.companyName || formatNumber(chat.recipientNum),
                    chat.queueName && t('chat.inQueue', { name: chat.queueName }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <Due chat={chat} brief={isNarrow} />
              </div>
            </div>
            <PeopleHere
              quiet
              people={people}
              total={total}
              text={t('chat.alsoHere')}
              more={(names, count) => t('chat.moreHere', { names, count })}
            />
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
      <WritingNotice writing={writing} />
      {chat && <Composer chat={chat} onType={onType} onStop={onStop} />}
      {side.tooltip}
      {back.tooltip}
    </ChatDraftContext>
  );
}
