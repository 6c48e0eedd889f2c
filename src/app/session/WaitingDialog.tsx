import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Outbox, OutboxKind } from '../../client/index.ts';
import { moldeToken, useFocusReturn } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { waitingText } from './waiting-text.ts';

const useStyles = makeStyles({
  surface: { width: 'min(520px, calc(100vw - 32px))', padding: '24px' },
  content: { display: 'grid', rowGap: '8px', overflowWrap: 'anywhere' },
  text: { margin: 0 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  error: { margin: 0, color: moldeToken('errorForeground') },
  // One below the other: each says what it does, in any language and on any window.
  actions: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: '8px',
    gridColumnStart: 1,
    gridColumnEnd: 4,
    marginTop: '8px',
    '& > *': { width: '100%', maxWidth: 'none' },
    '@media (pointer: coarse)': { '& > *': { minHeight: '44px' } },
  },
  discard: { color: tokens.colorStatusDangerForeground1 },
});

export interface WaitingDialogProps {
  outbox: Outbox;
  kinds: readonly OutboxKind[];
  onStay(): void;
  onLeave(): void;
}

/** What becomes of what waits to be sent when the person signs out: sent now, kept on this device, or thrown away. */
export default function WaitingDialog({ outbox, kinds: before, onStay, onLeave }: WaitingDialogProps) {
  const styles = useStyles();
  const { t, language } = useI18n();
  const [kinds, setKinds] = useState(before);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { isKept } = outbox.getState();
  const first = useRef<HTMLButtonElement>(null);
  useFocusReturn();
  useEffect(() => first.current?.focus(), []);

  async function sendNow(): Promise<void> {
    setFailure(null);
    setSending(true);
    await outbox.sendNow();
    const left = await outbox.kinds();
    if (left.length === 0) return onLeave();
    const refused = outbox.getState().entries.find(({ refusal }) => refusal !== null);
    setSending(false);
    setKinds(left);
    setFailure(refused?.refusal?.message ?? t('failure.network'));
  }

  async function discard(): Promise<void> {
    await outbox.discardAll();
    onLeave();
  }

  return (
    <Dialog
      open
      onOpenChange={(_, { open }) => {
        if (!open && !isSending) onStay();
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle action={null}>{t('outbox.title')}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.text}>
              {t('outbox.waiting', { what: waitingText(t, language(), kinds), count: kinds.length })}
            </p>
            <p className={styles.hint}>{t(isKept ? 'outbox.keepHint' : 'outbox.notKept')}</p>
            <p className={styles.error} role="alert" hidden={failure === null}>
              {failure !== null && t('outbox.notSent', { reason: failure })}
            </p>
            {isSending && <ProgressBar aria-label={t('outbox.sending')} />}
          </DialogContent>
          <DialogActions className={styles.actions} fluid>
            <Button
              ref={first}
              appearance="primary"
              // It keeps the focus while it sends.
              disabledFocusable={isSending}
              onClick={() => void sendNow()}
            >
              {t(isSending ? 'outbox.sending' : 'outbox.send')}
            </Button>
            {isKept && (
              <Button disabledFocusable={isSending} onClick={onLeave}>
                {t('outbox.keep')}
              </Button>
            )}
            <Button className={styles.discard} disabledFocusable={isSending} onClick={() => void discard()}>
              {t('outbox.discard')}
            </Button>
            <Button appearance="subtle" disabledFocusable={isSending} onClick={onStay}>
              {t('outbox.stay')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
