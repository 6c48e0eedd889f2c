import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Screen } from '../../engine/core/index.ts';
import { Icon } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import './wall.css';

/** Pause between two loads of everything, in milliseconds; live sources do not wait for it. */
const pause = 60_000;
/** Time after a movement of the mouse in which the controls are in sight, in milliseconds. */
const restAfter = 3000;

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    top: '10px',
    right: '16px',
    zIndex: 900,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    color: tokens.colorNeutralForeground3,
    '@media print': { display: 'none' },
  },
  // The time moves to the edge while the button is out of sight, which the keyboard still reaches.
  hidden: { ':not(:focus)': { position: 'absolute', opacity: 0, pointerEvents: 'none' } },
});

/** Keeps the display awake where the browser can, again whenever the page is seen. */
function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const keep = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // With little battery the browser refuses it.
      }
    };
    void keep();
    document.addEventListener('visibilitychange', keep);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', keep);
      void lock?.release();
    };
  }, []);
}

/** Whether the mouse or the keyboard was used a moment ago. */
function useIsTouched(): boolean {
  const [touched, setTouched] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setTouched(false), restAfter);
    const touch = () => {
      clearTimeout(timer);
      setTouched(true);
      timer = setTimeout(() => setTouched(false), restAfter);
    };
    window.addEventListener('pointermove', touch);
    window.addEventListener('keydown', touch);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', touch);
      window.removeEventListener('keydown', touch);
    };
  }, []);
  return touched;
}

/** Leaves with Escape, and when the browser leaves its full screen. */
function useLeaving(onLeave: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
    };
    const onChange = () => {
      if (!document.fullscreenElement) onLeave();
    };
    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, [onLeave]);
}

/** A screen on a wall: it has no shell, loads again by itself and keeps its display awake. */
export default function WallDisplay({ screen, onLeave }: { screen: Screen | null; onLeave(): void }) {
  const styles = useStyles();
  const { t, language, loadMore } = useI18n();
  const [updated, setUpdated] = useState(() => new Date());
  const touched = useIsTouched();
  useEffect(() => void loadMore(['views']), [loadMore]);
  useAwake();
  useLeaving(onLeave);
  useEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      delete document.documentElement.dataset['wall'];
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  useEffect(() => {
    if (!screen) return undefined;
    const timer = setInterval(() => {
      if (!screen.host.presence.get()) return;
      void screen.refresh([...screen.compiled.sources.keys()]).then(() => setUpdated(new Date()));
    }, pause);
    return () => clearInterval(timer);
  }, [screen]);
  const time = updated.toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' });
  return (
    <div className={styles.root}>
      <span>{t('views.wall.updated', { time })}</span>
      <Button
        className={touched ? '' : styles.hidden}
        icon={<Icon name="dismiss" />}
        appearance="subtle"
        onClick={onLeave}
      >
        {t('views.wall.leave')}
      </Button>
    </div>
  );
}
