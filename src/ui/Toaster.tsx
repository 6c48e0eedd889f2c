import { Button, makeStyles, Portal } from '@fluentui/react-components';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { ErrorCircle20Regular } from '@fluentui/react-icons/svg/error-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Warning20Regular } from '@fluentui/react-icons/svg/warning';
import type { FluentIcon } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { moldeToken, statusToken } from './theme/tokens.ts';
import type { StatusName } from './theme/tokens.ts';
import { dismissToast, runToastAction, toastStore, toastTimeout } from './toasts.ts';
import type { Toast, ToastKind } from './toasts.ts';

// Icon components instead of names: the sign-in page renders toasts and must not load every icon.
const look: Record<ToastKind, { status: StatusName; Icon: FluentIcon }> = {
  success: { status: 'concluded', Icon: CheckmarkCircle20Regular },
  error: { status: 'late', Icon: ErrorCircle20Regular },
  info: { status: 'progress', Icon: Info20Regular },
  warning: { status: 'blocked', Icon: Warning20Regular },
};

const useStyles = makeStyles({
  region: {
    position: 'fixed',
    // Below the bar and the page header, so that the user menu and the page's primary button stay within reach.
    top: '108px',
    '@media (max-width: 767.98px)': { top: '60px' },
    right: '16px',
    zIndex: 1_000_010,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    width: 'min(360px, calc(100vw - 32px))',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    pointerEvents: 'none',
  },
  toast: {
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'flex-start',
    gap: '10px',
    padding: '10px 8px 10px 12px',
    borderRadius: moldeToken('borderRadiusMedium'),
    borderLeftStyle: 'solid',
    borderLeftWidth: '3px',
    boxShadow: moldeToken('shadow8'),
    fontSize: moldeToken('fontSizeBase300'),
    lineHeight: moldeToken('lineHeightBase300'),
    fontWeight: moldeToken('fontWeightSemibold'),
    animationName: {
      from: { opacity: 0, transform: 'translateY(-8px)' },
      to: { opacity: 1, transform: 'none' },
    },
    animationDuration: moldeToken('durationFast'),
    animationTimingFunction: moldeToken('curveDecelerateMid'),
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '1ms' },
  },
  icon: { display: 'flex', flexShrink: 0 },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  button: { color: 'inherit', minWidth: 'auto' },
  action: {
    display: 'block',
    marginTop: '2px',
    padding: 0,
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textDecorationLine: 'underline',
    cursor: 'pointer',
  },
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/** One toast. Its time stops while the pointer or the focus is on it, and starts over afterwards. */
function ToastItem({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const styles = useStyles();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = pointed || focused;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismissToast(toast.id), toastTimeout);
    return () => clearTimeout(timer);
  }, [paused, toast.id, toast.repeats]);
  const { status, Icon } = look[toast.kind];
  return (
    <li
      className={styles.toast}
      style={{
        backgroundColor: moldeToken(statusToken(status, 'Background')),
        color: moldeToken(statusToken(status, 'Foreground')),
        borderLeftColor: moldeToken(statusToken(status, 'Solid')),
      }}
      data-kind={toast.kind}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismissToast(toast.id);
      }}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.text}>
        {toast.text}
        {toast.action && (
          <button
            type="button"
            className={styles.action}
            aria-keyshortcuts={toast.action.isUndo ? 'Control+Z' : undefined}
            onClick={() => runToastAction(toast)}
          >
            {toast.action.text}
          </button>
        )}
      </span>
      <Button
        appearance="transparent"
        size="small"
        className={styles.button}
        aria-label={closeLabel}
        icon={<Dismiss16Regular />}
        onClick={() => dismissToast(toast.id)}
      />
    </li>
  );
}

/**
 * Returns the text of a live region: the toasts since its last text. Screen readers announce reliably only in a region that
 * was mounted before its text.
 */
function useAnnouncement(toasts: readonly Toast[], urgent: boolean): string {
  const seen = useRef(new Map<number, number>());
  const pending = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = toasts.filter(
      (toast) => (toast.kind === 'error') === urgent && seen.current.get(toast.id) !== toast.repeats,
    );
    seen.current = new Map(toasts.map((toast) => [toast.id, toast.repeats]));
    if (fresh.length === 0) return;
    pending.current.push(...fresh.map((toast) => [toast.text, toast.action?.text].filter(Boolean).join(' ')));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The same text is announced again only when it changes: a blank at its end does that.
      const announced = pending.current.join('\n');
      pending.current = [];
      setText((before) => (before === announced ? `${announced}\u00a0` : announced));
    }, 50);
  }, [toasts, urgent]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // Nothing was announced: the region announces it when it is mounted again.
      pending.current = [];
      seen.current.clear();
    },
    [],
  );
  return text;
}

/** Whether the element edits text, where Ctrl+Z undoes typing. */
function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, [role="textbox"]') !== null
  );
}

/** Ctrl+Z runs the newest undo, unless something else handles it. */
function useUndoKey(toasts: readonly Toast[]): void {
  const last = toasts.findLast((toast) => toast.action?.isUndo);
  useEffect(() => {
    if (!last) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isUndo || event.key.toLowerCase() !== 'z' || event.repeat) return;
      if (event.defaultPrevented || isTextInput(event.target)) return;
      event.preventDefault();
      runToastAction(last);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [last]);
}

/** Renders the toasts of `notify` at the top right and announces them, errors at once. Mounted once. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const styles = useStyles();
  const { toasts } = useStore(toastStore);
  const polite = useAnnouncement(toasts, false);
  const urgent = useAnnouncement(toasts, true);
  useUndoKey(toasts);
  return (
    <Portal>
      <div className={styles.hidden} aria-live="polite" data-testid="toast-polite">
        {polite}
      </div>
      <div className={styles.hidden} aria-live="assertive" data-testid="toast-assertive">
        {urgent}
      </div>
      {toasts.length > 0 && (
        <section aria-label={label}>
          <ul className={styles.region}>
            {toasts.map((toast) => (
              <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} />
            ))}
          </ul>
        </section>
      )}
    </Portal>
  );
}
