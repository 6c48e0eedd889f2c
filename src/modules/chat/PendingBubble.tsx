import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import type { PendingMessage } from './core/days.ts';
import { bringBack } from './core/draft.ts';
import { mayEdit } from './core/retry.ts';
import { useDraft } from './draft-context.ts';
import { useChatState, useOpenChat } from './open-chat.ts';
import { Ticks } from './Ticks.tsx';
import { useChatTimes } from './times.ts';
import { usePlace } from './usePlace.ts';

const useStyles = makeStyles({
  line: { display: 'grid', justifyItems: 'end', rowGap: '2px', padding: '2px 0' },
  bubble: {
    maxWidth: 'min(440px, 86%)',
    boxSizing: 'border-box',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  refused: {
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

/** A message that the server does not have yet: it waits for the connection, or was refused. */
export function PendingBubble({ pending }: { pending: PendingMessage }) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const { sync } = useOpenChat();
  const draft = useDraft();
  const place = usePlace(pending.chatId);
  const reply = useChatState(({ conversation }) =>
    conversation?.messages.find(({ id }) => id === pending.replyTo),
  );
  const { clientId, refusal, text } = pending;
  const maySend = place !== undefined && mayEdit({ type: 'text', content: text }, place);
  return (
    <div className={styles.line}>
      <div className={styles.bubble}>
        {text}
        <div className={styles.foot}>
          {times.clock(pending.at)}
          <Ticks state={refusal === null ? 'queued' : 'failed'} />
        </div>
      </div>
      {refusal !== null && (
        <div className={styles.foot}>
          <span className={styles.refused}>{t('chat.refused', { reason: refusal })}</span>
          {maySend && (
            <>
              <Button size="small" appearance="subtle" onClick={() => sync.resend(clientId)}>
                {t('chat.retry')}
              </Button>
              <Button
                size="small"
                appearance="subtle"
                onClick={() => {
                  bringBack(
                    draft,
                    text,
                    reply ? { id: reply.id, type: reply.type, content: reply.content } : null,
                  );
                  sync.discard(clientId);
                }}
              >
                {t('chat.editAgain')}
              </Button>
            </>
          )}
          <Button size="small" appearance="subtle" onClick={() => sync.discard(clientId)}>
            {t('chat.discard')}
          </Button>
        </div>
      )}
    </div>
  );
}
