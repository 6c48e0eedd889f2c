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
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Outbox, OutboxKind } from '../../client/index.ts';
import { moldeToken, useFocusReturn } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { waitingText } from './waiting-text.ts';

const useStyles = makeStyles({
  surface: { width: 'min(520px, calc(100vw - 32px))', padding: '24px' },
  content: { display: 'grid', rowGap: '8px', overflowWrap: 'anywhere' },
  text: { margin: 0 },
  // The person's own words, to be copied.
  refused: { margin: 0, maxHeight: '96px', overflowY: 'auto', whiteSpace: 'pre-wrap', userSelect: 'text' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  error: { margin: 0, color: moldeToken('errorForeground') },
  // One below the other: each says what it does, in any language and on any window.
  actions: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: '8px',
    gridColumnStart: 1,
    gridColumnEnd: 4,
    justifySelf: 'stretch',
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

/** Question about what waits to be sent when the person signs out: sent now, kept on this device, or thrown away. */
export default function WaitingDialog({ outbox, kinds: before, onStay, onLeave }: WaitingDialogProps) {
  const styles = useStyles();
  const { t, language } = useI18n();
  const [kinds, setKinds] = useState(before);
  /** Work that runs; the person can do nothing else meanwhile. */
  const [work, setWork] = useState<'sending' | 'leaving' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [unkept, setUnkept] = useState(outbox.getState().unkept);
  const first = useRef<HTMLButtonElement>(null);
  useFocusReturn();
  useEffect(() => first.current?.focus(), []);
  const hasLeft = useRef(false);
  const goOut = () => {
    if (!hasLeft.current) onLeave();
    hasLeft.current = true;
  };
  /** A choice that is being carried out ends by itself, and says where it failed. */
  const isWorking = useRef(false);
  const allSent = useEffectEvent(() => {
    if (!isWorking.current) goOut();
  });
  useEffect(
    () =>
      outbox.follow('', {
        changed(_, state) {
          setUnkept(state.unkept);
          void outbox.kinds().then((left) => {
            // Sent behind the question, as soon as the network was back: there is nothing to choose any more.
            if (left.length === 0) allSent();
            else setKinds(left);
          });
        },
      }),
    [outbox],
  );

  const lost = outbox.getState().entries.filter(({ id }) => unkept.has(id));
  const isSomeKept = lost.length < kinds.length;
  const what = waitingText(
    t,
    language(),
    lost.map(({ kind }) => kind),
  );
  const hint =
    lost.length === 0
      ? t('outbox.keepHint')
      : isSomeKept
        ? t('outbox.partlyKept', { what })
        : t('outbox.notKept');

  const refused = outbox.getState().entries.filter(({ refusal }) => refusal !== null);

  /** @param end resolves to why the person cannot leave yet, or to null */
  async function leave(begun: 'sending' | 'leaving', end: () => Promise<string | null>): Promise<void> {
    setFailure(null);
    setWork(begun);
    isWorking.current = true;
    const reason = await end();
    isWorking.current = false;
    setWork(null);
    setFailure(reason);
    if (reason === null) goOut();
  }

  const send = () =>
    leave('sending', async () => {
      await outbox.sendNow();
      const left = await outbox.kinds();
      if (left.length === 0) return null;
      setKinds(left);
      const again = outbox.getState().entries.find(({ refusal }) => refusal !== null);
      return t('outbox.notSent', { reason: again?.refusal?.message ?? t('failure.network') });
    });
  const keep = () =>
    leave('leaving', async () => {
      await outbox.whenKept();
      // The person has read about those that failed before.
      const isRead = [...outbox.getState().unkept].every((id) => unkept.has(id));
      return isRead ? null : t('outbox.notKept');
    });
  const discard = () =>
    leave('leaving', () =>
      outbox.discardAll().then(
        () => null,
        () => t('outbox.notDiscarded'),
      ),
    );

  return (
    <Dialog
      open
      onOpenChange={(_, { open }) => {
        if (!open && work === null) onStay();
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle action={null}>{t('outbox.title')}</DialogTitle>
          <DialogContent className={styles.content}>
            <p className={styles.text}>
              {t('outbox.waiting', { what: waitingText(t, language(), kinds), count: kinds.length })}
            </p>
            {refused.map(({ id, kind, refusal, text }) => (
              <p key={id} className={styles.refused}>
                {t('outbox.refusedOne', {
                  what: waitingText(t, language(), [kind]),
                  reason: refusal?.message,
                })}
                {text !== undefined && ` “${text}”`}
              </p>
            ))}
            {failure !== hint && <p className={styles.hint}>{hint}</p>}
            <p className={styles.error} role="alert" hidden={failure === null}>
              {failure}
            </p>
            {work !== null && (
              <ProgressBar aria-label={t(work === 'sending' ? 'outbox.sending' : 'outbox.leaving')} />
            )}
          </DialogContent>
          <DialogActions className={styles.actions} fluid>
            <Button
              ref={first}
              appearance="primary"
              // It keeps the focus while it sends.
              disabledFocusable={work !== null}
              onClick={() => void send()}
            >
              {t(work === 'sending' ? 'outbox.sending' : 'outbox.send')}
            </Button>
            {isSomeKept && (
              <Button disabledFocusable={work !== null} onClick={() => void keep()}>
                {t('outbox.keep')}
              </Button>
            )}
            <Button
              className={styles.discard}
              disabledFocusable={work !== null}
              onClick={() => void discard()}
            >
              {t('outbox.discard')}
            </Button>
            <Button appearance="subtle" disabledFocusable={work !== null} onClick={onStay}>
              {t('outbox.stay')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
