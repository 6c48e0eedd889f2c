import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import type { PendingMessage } from './core/days.ts';
import { useOpenChat } from './open-chat.ts';
import { Ticks } from './Ticks.tsx';
import { useChatTimes } from './times.ts';

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
  const { clientId, refusal } = pending;
  return (
    <div className={styles.line}>
      <div className={styles.bubble}>
        {pending.text}
        <div className={styles.foot}>
          {times.clock(pending.at)}
          <Ticks state={refusal === null ? 'queued' : 'failed'} />
        </div>
      </div>
      {refusal !== null && (
        <div className={styles.foot}>
          <span className={styles.refused}>{t('chat.refused', { reason: refusal })}</span>
          <Button size="small" appearance="subtle" onClick={() => sync.resend(clientId)}>
            {t('chat.retry')}
          </Button>
          <Button size="small" appearance="subtle" onClick={() => sync.discard(clientId)}>
            {t('chat.discard')}
          </Button>
        </div>
      )}
    </div>
  );
}
