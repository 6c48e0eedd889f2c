import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, moldeToken, SkeletonItem, statusToken, useTooltip } from '../../../ui/index.ts';
import { record, RecordingError, type Recording, type RecordingFailure } from './recording.ts';

/** Seconds after which a note ends by itself: with the bit rate of speech it is well below what the provider takes. */
const mostSeconds = 3600;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '32px',
    '@media (pointer: coarse)': { minHeight: '44px', '& > button': { minWidth: '44px', height: '44px' } },
  },
  text: { flexGrow: 1, minWidth: 0, color: tokens.colorNeutralForeground2 },
  dot: {
    flexShrink: 0,
    width: '10px',
    height: '10px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: moldeToken(statusToken('late', 'Solid')),
    animationName: { '50%': { opacity: 0.25 } },
    animationDuration: '1.5s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  time: {
    minWidth: '40px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  failure: { flexGrow: 1, minWidth: 0, color: moldeToken('errorForeground') },
});

type Phase = 'asking' | 'recording' | 'full' | 'sending' | RecordingFailure;

/** Minutes and seconds, such as 0:07. */
const toTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Records a voice note from its first rendering on, in the place of the field for text. */
export function VoiceRecorder({
  onRecorded,
  onClose,
}: {
  /** The note, and how many seconds it lasts. */
  onRecorded(blob: Blob, seconds: number): void;
  /** Called when the note is thrown away, or there is none. */
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const [phase, setPhase] = useState<Phase>('asking');
  const [attempt, setAttempt] = useState(0);
  const [seconds, setSeconds] = useState(0);
  const recording = useRef<Recording>(undefined);
  const whole = useRef<Promise<Blob>>(undefined);
  const send = useRef<HTMLButtonElement>(null);
  const discard = useTooltip(t('chat.recorder.discard'));
  const sendTooltip = useTooltip(t('chat.recorder.send'));

  useEffect(() => {
    let isHere = true;
    let stopTimer: (() => void) | undefined;
    const tick = (from: number): void => {
      const now = Math.floor((host.now().getTime() - from) / 1000);
      setSeconds(Math.min(now, mostSeconds));
      if (now < mostSeconds) {
        stopTimer = host.after(250, () => tick(from));
        return;
      }
      whole.current = recording.current?.finish();
      // Whether anything came of it is said when it is sent.
      whole.current?.catch(() => undefined);
      setPhase('full');
    };
    record().then(
      (begun) => {
        // The place may be left while the browser asks for the microphone.
        if (!isHere) return begun.discard();
        recording.current = begun;
        setPhase('recording');
        tick(host.now().getTime());
      },
      (error: unknown) => {
        if (isHere) setPhase(error instanceof RecordingError ? error.reason : 'lost');
      },
    );
    return () => {
      isHere = false;
      stopTimer?.();
      recording.current?.discard();
      recording.current = undefined;
      whole.current = undefined;
    };
  }, [host, attempt]);
  const isReady = phase === 'recording' || phase === 'full';
  useEffect(() => {
    if (isReady) send.current?.focus();
  }, [isReady]);

  const finish = (): void => {
    const ended = whole.current ?? recording.current?.finish();
    if (!ended) return;
    setPhase('sending');
    ended.then(
      (blob) => onRecorded(blob, Math.max(1, seconds)),
      () => setPhase('lost'),
    );
  };
  const isOn = isReady || phase === 'sending';
  return (
    <div className={styles.root} role="group" aria-label={t('chat.recorder.label')}>
      <Button
        {...discard.trigger}
        appearance="subtle"
        icon={<Icon name={isOn ? 'delete' : 'dismiss'} />}
        disabled={phase === 'sending'}
        onClick={onClose}
      />
      {phase === 'asking' && (
        <>
          <span className={styles.text} role="status">
            {t('chat.recorder.asking')}
          </span>
          <SkeletonItem width="40px" height={20} />
        </>
      )}
      {isOn && (
        <>
          <span className={styles.dot} aria-hidden hidden={phase !== 'recording'} />
          <span className={styles.time} role="timer" aria-label={t('chat.recorder.time')}>
            {toTime(seconds)}
          </span>
          <span className={styles.text} role="status">
            {t(phase === 'full' ? 'chat.recorder.full' : 'chat.recorder.recording')}
          </span>
          <Button
            {...sendTooltip.trigger}
            ref={send}
            appearance="primary"
            icon={<Send20Regular />}
            disabled={phase === 'sending'}
            onClick={finish}
          />
        </>
      )}
      {!isOn && phase !== 'asking' && (
        <>
          <span className={styles.failure} role="alert">
            {t(`chat.recorder.failures.${phase}`)}
          </span>
          {phase !== 'unsupported' && (
            <Button
              onClick={() => {
                setPhase('asking');
                setSeconds(0);
                setAttempt((now) => now + 1);
              }}
            >
              {t('chat.recorder.retry')}
            </Button>
          )}
        </>
      )}
      {discard.tooltip}
      {sendTooltip.tooltip}
    </div>
  );
}
