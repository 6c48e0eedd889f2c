import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ContactCard20Regular } from '@fluentui/react-icons/svg/contact-card';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { Image20Regular } from '@fluentui/react-icons/svg/image';
import { Location20Regular } from '@fluentui/react-icons/svg/location';
import { MusicNote220Regular } from '@fluentui/react-icons/svg/music-note';
import { Video20Regular } from '@fluentui/react-icons/svg/video';
import { mostKeptFile } from '../../../client/index.ts';
import { useText } from '../../../engine/react/index.ts';
import type { PendingMessage } from '../core/days.ts';
import { bringBack } from '../core/chat-draft.ts';
import { mayRetry } from '../core/retry.ts';
import { useChatDraft } from '../compose/chat-draft-context.ts';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { Ticks } from './Ticks.tsx';
import { useChatTimes } from './times.ts';
import { usePlace } from '../compose/usePlace.ts';

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
  what: { display: 'flex', alignItems: 'center', columnGap: '8px' },
  name: { minWidth: 0, fontWeight: tokens.fontWeightSemibold },
  onlyHere: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  refused: {
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

const glyphs = {
  image: Image20Regular,
  video: Video20Regular,
  audio: MusicNote220Regular,
  document: Document20Regular,
  location: Location20Regular,
  contacts: ContactCard20Regular,
};

/** A message that the server does not have yet: it waits for the connection, or was refused. */
export function PendingBubble({ pending }: { pending: PendingMessage }) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const { sync } = useOpenChat();
  const draft = useChatDraft();
  const place = usePlace(pending.chatId);
  const reply = useChatState(({ conversation }) =>
    conversation?.messages.find(({ id }) => id === pending.replyTo),
  );
  const { clientId, refusal, text, type, file, isKept } = pending;
  const maySend = place !== undefined && mayRetry({ type, state: 'failed', failure: null }, place);
  const Glyph = type === 'text' ? null : glyphs[type];
  const isTooLarge = file !== null && file.size > mostKeptFile * 1024 * 1024;
  return (
    <div className={styles.line}>
      <div className={styles.bubble}>
        {Glyph && (
          <div className={styles.what}>
            <Glyph />
            <span className={styles.name}>{file?.name || t(`chat.types.${type}`)}</span>
          </div>
        )}
        {text}
        <div className={styles.foot}>
          {times.clock(pending.at)}
          <Ticks state={refusal === null ? 'queued' : 'failed'} />
        </div>
      </div>
      {refusal === null && !isKept && (
        <div className={styles.foot}>
          <span className={styles.onlyHere} role="status">
            {isTooLarge ? t('chat.fileOnlyHere', { limit: mostKeptFile }) : t('chat.onlyHere')}
          </span>
          <Button size="small" appearance="subtle" onClick={() => sync.discard(clientId)}>
            {t('chat.discard')}
          </Button>
        </div>
      )}
      {refusal !== null && (
        <div className={styles.foot}>
          <span className={styles.refused}>
            {t('chat.refused', { reason: refusal || t('chat.fileLost') })}
          </span>
          {maySend && (
            <>
              <Button size="small" appearance="subtle" onClick={() => sync.resend(clientId)}>
                {t('chat.retry')}
              </Button>
              {type === 'text' && (
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
              )}
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
