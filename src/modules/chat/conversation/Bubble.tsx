import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowReply16Regular } from '@fluentui/react-icons/svg/arrow-reply';
import { DocumentText16Regular } from '@fluentui/react-icons/svg/document-text';
import { Person16Regular } from '@fluentui/react-icons/svg/person';
import { memo } from 'react';
import type { ChatMessage, QuotedMessage, SendReply } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { bringBack, type Quoted } from '../core/chat-draft.ts';
import { mayEdit, mayRetry } from '../core/retry.ts';
import { useChatDraft } from '../compose/chat-draft-context.ts';
import { EmojiButton } from '../compose/EmojiButton.tsx';
import { MessageBody } from './MessageBody.tsx';
import { useOpenChat } from '../open-chat.ts';
import { Ticks } from './Ticks.tsx';
import { useChatTimes } from './times.ts';
import { usePlace } from '../compose/usePlace.ts';

const useStyles = makeStyles({
  line: { display: 'grid', justifyItems: 'start', rowGap: '2px', padding: '2px 0', position: 'relative' },
  ours: { justifyItems: 'end' },
  run: { paddingTop: '10px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    width: '100%',
    ':hover > button': { opacity: 1 },
    ':hover > span': { opacity: 1 },
    ':focus-within > button': { opacity: 1, pointerEvents: 'auto' },
    ':focus-within > span': { opacity: 1, pointerEvents: 'auto' },
  },
  oursRow: { flexDirection: 'row-reverse' },
  // With fingers a press on the message shows them, and what is not seen is not pressed.
  reply: {
    opacity: 0,
    flexShrink: 0,
    '@media (pointer: coarse)': {
      pointerEvents: 'none',
      minWidth: '44px',
      minHeight: '44px',
      '& > button': { minWidth: '44px', minHeight: '44px' },
    },
  },
  bubble: {
    position: 'relative',
    display: 'flow-root',
    ':focus': { outlineStyle: 'none' },
    maxWidth: 'min(440px, 86%)',
    minWidth: '72px',
    boxSizing: 'border-box',
    padding: '8px 12px 6px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
  },
  theirCorner: { borderTopLeftRadius: '2px' },
  ourCorner: { borderTopRightRadius: '2px' },
  oursBubble: {
    backgroundColor: tokens.colorBrandBackground2,
    border: `1px solid ${tokens.colorBrandStroke2}`,
  },
  note: {
    // The palette's yellow surface is olive in the dark.
    backgroundColor: `color-mix(in srgb, ${tokens.colorPaletteMarigoldBackground3} 12%, ${tokens.colorNeutralBackground1})`,
    border: `1px solid color-mix(in srgb, ${tokens.colorPaletteMarigoldBackground3} 35%, ${tokens.colorNeutralBackground1})`,
  },
  flash: { outline: `2px solid ${tokens.colorBrandStroke1}`, outlineOffset: '2px' },
  speaker: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '6px',
    color: tokens.colorBrandForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  foot: {
    float: 'right',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: '4px',
    margin: '4px 0 0 10px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
  },
  quote: {
    display: 'block',
    width: '100%',
    margin: '2px 0 6px',
    padding: '4px 8px',
    border: 'none',
    borderLeft: `3px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (pointer: coarse)': { minHeight: '40px', alignContent: 'center' },
  },
  lost: { boxSizing: 'border-box', cursor: 'default' },
  reactions: { display: 'flex', columnGap: '4px', marginTop: '-6px', zIndex: 1 },
  reaction: {
    padding: '0 6px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
  },
  failure: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase200,
  },
  system: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    columnGap: '6px',
    padding: '8px 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'center',
  },
});

/** A message, as its speaker and type ask for. */
export const Bubble = memo(function Bubble({
  message,
  customer,
  startsRun,
  isFlashing,
  onReply,
  onJump,
}: {
  message: ChatMessage;
  customer: string;
  startsRun: boolean;
  isFlashing: boolean;
  onReply(message: ChatMessage): void;
  onJump(id: number): void;
}) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const { host } = useHost();
  const { sync, mayWrite } = useOpenChat();
  const { sender, reply, reactions, state, type, details, isDeleted } = message;
  if (sender === 'system') return <SystemLine message={message} />;
  const isOurs = sender !== 'client';
  const react = (emoji: string): void => {
    // The one that stands is taken back by the same emoji.
    const own = reactions.find(({ sender: by }) => by === 'support')?.emoji;
    host
      .run({
        method: 'post',
        address: `/adm/v2/sup/zap/message/${message.id}/reaction`,
        body: { emoji: own === emoji ? '' : emoji },
      })
      .then(
        (answer) => sync.take(null, [(answer as { data: SendReply }).data.message]),
        (failure: HostFailure) => host.notify('error', failure.message),
      );
  };
  const mayReply = mayWrite && !isDeleted && sender !== 'note';
  const speaker =
    type === 'template'
      ? t('chat.template', { name: String(details['name'] ?? '') })
      : sender === 'note'
        ? [t('chat.types.note'), message.attendant?.name].filter(Boolean).join(' · ')
        : details['automatic'] === true
          ? t('chat.automatic')
          : message.attendant?.name;
  return (
    <div
      className={mergeClasses(styles.line, isOurs && styles.ours, startsRun && styles.run)}
      data-message={message.id}
    >
      <div className={mergeClasses(styles.row, isOurs && styles.oursRow)}>
        <article
          className={mergeClasses(
            styles.bubble,
            startsRun && (isOurs ? styles.ourCorner : styles.theirCorner),
            isOurs && styles.oursBubble,
            sender === 'note' && styles.note,
            isFlashing && styles.flash,
          )}
          tabIndex={-1}
          aria-label={`${isOurs ? (message.attendant?.name ?? speaker ?? t('chat.you')) : customer}, ${times.clock(message.timestamp)}`}
        >
          {isOurs && speaker !== undefined && (startsRun || type === 'template') && (
            <div className={styles.speaker}>
              {type === 'template' && <DocumentText16Regular />}
              {speaker}
            </div>
          )}
          {details['forwarded'] === true && <div className={styles.foot}>{t('chat.forwarded')}</div>}
          {reply && <Quote reply={reply} onJump={onJump} />}
          <MessageBody message={message} />
          <div className={styles.foot}>
            {message.isEdited && !isDeleted && <span>{t('chat.edited')}</span>}
            <time dateTime={message.timestamp}>{times.clock(message.timestamp)}</time>
            {sender === 'support' && <Ticks state={state} />}
          </div>
        </article>
        {mayReply && (
          <>
            {sender === 'client' && (
              <span className={styles.reply}>
                <EmojiButton onPick={react} />
              </span>
            )}
            <Button
              className={styles.reply}
              size="small"
              appearance="subtle"
              icon={<ArrowReply16Regular />}
              aria-label={t('chat.reply')}
              onClick={() => onReply(message)}
            />
          </>
        )}
      </div>
      {reactions.length > 0 && (
        <div className={styles.reactions}>
          {reactions.map(({ emoji, sender: by }) => (
            <span key={by} className={styles.reaction} title={by === 'client' ? customer : t('chat.you')}>
              {emoji}
            </span>
          ))}
        </div>
      )}
      {(state === 'failed' || state === 'unconfirmed') && <Failure message={message} />}
    </div>
  );
});

/** The message that a message answers: a way to it, where the server has it. */
function Quote({ reply, onJump }: { reply: QuotedMessage; onJump(id: number): void }) {
  const styles = useStyles();
  const t = useText();
  const { id } = reply;
  const text = reply.content || reply.fileName || t(`chat.types.${reply.type}`);
  if (id === null)
    return (
      <div className={mergeClasses(styles.quote, styles.lost)} title={t('chat.quoteLost')}>
        {text}
      </div>
    );
  return (
    <button type="button" className={styles.quote} onClick={() => onJump(id)}>
      {text}
    </button>
  );
}

function Failure({ message }: { message: ChatMessage }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync, mayWrite } = useOpenChat();
  const draft = useChatDraft();
  const place = usePlace(message.chatId);
  const { failure } = message;
  const detail = failure?.detail || t('chat.noFailure');
  const known = failure?.code ? host.translate(`chat.failures.${failure.code}`, { detail }) : null;
  const retry = async (): Promise<void> => {
    try {
      const reply = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/message/${message.id}/retry`,
        body: {},
      });
      sync.take(null, [(reply as { data: { message: ChatMessage } }).data.message]);
    } catch (error) {
      host.notify('error', (error as HostFailure).message);
    }
  };
  return (
    <div className={styles.failure}>
      <span>
        {message.state === 'unconfirmed'
          ? t('chat.states.unconfirmed')
          : (known ?? t('chat.failed', { detail }))}
      </span>
      {mayWrite && place && mayRetry(message, place) && (
        <Button size="small" appearance="subtle" onClick={() => void retry()}>
          {t('chat.retry')}
        </Button>
      )}
      {mayWrite && place && mayEdit(message, place) && (
        <Button
          size="small"
          appearance="subtle"
          onClick={() => bringBack(draft, message.content, quotedBy(message))}
        >
          {t('chat.editAgain')}
        </Button>
      )}
    </div>
  );
}

/** The message that a message answers, where it is known. */
const quotedBy = ({ reply }: ChatMessage): Quoted | null =>
  reply === null || reply.id === null ? null : { id: reply.id, type: reply.type, content: reply.content };

function SystemLine({ message }: { message: ChatMessage }) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const { details, content } = message;
  const event =
    details['event'] === 'assigned' && details['self'] === true
      ? 'assignedSelf'
      : String(details['event'] ?? 'provider');
  return (
    <div className={styles.system}>
      <Person16Regular />
      <span>
        {t(`chat.events.${event}`, {
          by: details['by'],
          name: details['name'],
          number: details['number'],
          content,
          time: times.clock(message.timestamp),
        })}
      </span>
    </div>
  );
}
