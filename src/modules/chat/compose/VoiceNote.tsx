import { makeStyles } from '@fluentui/react-components';
import { lazy, Suspense } from 'react';
import { useOpenChat } from '../open-chat.ts';
import type { SendProps } from './SendDialog.tsx';

const VoiceRecorder = lazy(() =>
  import('../recorder/VoiceRecorder.tsx').then((module) => ({ default: module.VoiceRecorder })),
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
});

/** The server compares the name of a file with its content. */
const extensions: Readonly<Record<string, string>> = {
  'audio/webm': '.webm',
  'audio/ogg': '.ogg',
  'audio/mp4': '.m4a',
};

/** Records a voice note and hands it over to be sent. */
export function VoiceNote({ chat, replyTo, onSent, onClose }: SendProps) {
  const styles = useStyles();
  const { sync } = useOpenChat();
  return (
    <div className={styles.root}>
      <Suspense>
        <div className={styles.text}>
          <VoiceRecorder
            onRecorded={(blob, seconds) => {
              const file = new File([blob], `voice${extensions[blob.type] ?? ''}`, { type: blob.type });
              sync.send(chat, { type: 'audio', text: '', file, seconds }, replyTo);
              onSent();
            }}
            onClose={onClose}
          />
        </div>
      </Suspense>
    </div>
  );
}
