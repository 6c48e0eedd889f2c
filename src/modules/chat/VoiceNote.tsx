import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { randomId } from '../../contracts/random-id.ts';
import type { Chat, Sent } from '../../contracts/support.ts';
import type { HostFailure } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { moldeToken } from '../../ui/index.ts';
import { useOpenChat } from './open-chat.ts';

const VoiceRecorder = lazy(() =>
  import('./recorder/VoiceRecorder.tsx').then((module) => ({ default: module.VoiceRecorder })),
);

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    minHeight: '32px',
    padding: '6px',
  },
  text: { flexGrow: 1, minWidth: 0 },
  failure: { color: moldeToken('errorForeground') },
});

/** The server compares the name of a file with its content. */
const extensions: Readonly<Record<string, string>> = {
  'audio/webm': '.webm',
  'audio/ogg': '.ogg',
  'audio/mp4': '.m4a',
};

interface Note {
  blob: Blob;
  seconds: number;
  /** Stays the same when it is sent again, so that the customer gets it once. */
  clientId: string;
}

/** A voice note from its recording to the server. One that does not arrive stays, to be sent again. */
export function VoiceNote({
  chat,
  replyTo,
  onSent,
  onClose,
}: {
  chat: Chat;
  replyTo: number | null;
  onSent(): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [note, setNote] = useState<Note | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async ({ blob, seconds, clientId }: Note): Promise<void> => {
    setFailure(null);
    const parts = {
      to: chat.recipientNum,
      fileType: 'audio',
      clientId,
      voice: 'Y',
      seconds: String(seconds),
      ...(replyTo === null ? {} : { replyTo: String(replyTo) }),
      MEDIA_FILE: new File([blob], `voice${extensions[blob.type] ?? ''}`, { type: blob.type }),
    };
    try {
      const answer = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/send-media/${chat.id}?channelId=${chat.channelId}`,
        parts,
      });
      sync.take(null, [(answer as { data: Sent }).data.message]);
      onSent();
    } catch (error) {
      setFailure((error as HostFailure).message);
    }
  };
  if (note === null)
    return (
      <div className={styles.root}>
        <Suspense>
          <div className={styles.text}>
            <VoiceRecorder
              onRecorded={(blob, seconds) => {
                const recorded = { blob, seconds, clientId: randomId() };
                setNote(recorded);
                void send(recorded);
              }}
              onClose={onClose}
            />
          </div>
        </Suspense>
      </div>
    );
  if (failure === null)
    return (
      <div className={styles.root}>
        <Spinner size="tiny" label={t('chat.states.sending')} />
      </div>
    );
  return (
    <div className={styles.root} role="group" aria-label={t('chat.types.audio')}>
      <span className={`${styles.text} ${styles.failure}`} role="alert">
        {t('chat.refused', { reason: failure })}
      </span>
      <Button onClick={onClose}>{t('chat.discard')}</Button>
      <Button appearance="primary" onClick={() => void send(note)}>
        {t('chat.retry')}
      </Button>
    </div>
  );
}
