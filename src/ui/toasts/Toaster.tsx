import { Button, makeStyles, mergeClasses, Portal } from '@fluentui/react-components';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { ErrorCircle20Regular } from '@fluentui/react-icons/svg/error-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Warning20Regular } from '@fluentui/react-icons/svg/warning';
import type { FluentIcon } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useStore } from 'zustand';
import { moldeToken, statusToken } from '../theme/tokens.ts';
import type { StatusName } from '../theme/tokens.ts';
import { useLow, useNarrow } from '../room/media.ts';
import { thumbBarHeight } from '../room/useThumbBar.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { dismissToast, runToastAction, toastPlace, toastStore, toastTimeout } from './toasts.ts';
import type { Toast, ToastKind } from './toasts.ts';

// Icon components instead of names: the sign-in page renders toasts and must not load every icon.
const look: Record<ToastKind, { status: StatusName; Icon: FluentIcon }> = {
  success: { status: 'concluded', Icon: CheckmarkCircle20Regular },
  error: { status: 'late', Icon: ErrorCircle20Regular },
  info: { status: 'progress', Icon: Info20Regular },
  warning: { status: 'blocked', Icon: Warning20Regular },
};

const useStyles = makeStyles({
  // Above dialogs and sheets, whose portals stand at a million.
  layer: { zIndex: 1_000_010 },
  region: {
    position: 'fixed',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    pointerEvents: 'none',
  },
  toast: {
    position: 'relative',
    boxSizing: 'border-box',
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    minHeight: '40px',
    maxWidth: '100%',
    padding: '4px 4px 4px 12px',
    overflow: 'hidden',
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
  wide: { width: '100%' },
  icon: { display: 'flex', flexShrink: 0, alignItems: 'center' },
  // At the edge that stays where it is: a long text that unfolds under the pointer moves no button away from it.
  still: { alignSelf: 'flex-start', minHeight: '32px' },
  stillBelow: { alignSelf: 'flex-end' },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  // A toast that nobody points at covers little of the page; under the pointer or with the focus it shows all of its text.
  short: {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 4,
  },
  shorter: { WebkitLineClamp: 2 },
  heading: { display: 'block' },
  detail: {
    display: 'block',
    fontSize: moldeToken('fontSizeBase200'),
    lineHeight: moldeToken('lineHeightBase200'),
    fontWeight: moldeToken('fontWeightRegular'),
  },
  button: { color: 'inherit', minWidth: 'auto', flexShrink: 0 },
  action: {
    flexShrink: 0,
    minHeight: '24px',
    padding: '0 4px',
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textDecorationLine: 'underline',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  // The time that is left to take something back.
  line: {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    height: '2px',
    backgroundColor: 'currentColor',
    transformOrigin: 'left',
    animationName: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } },
    animationTimingFunction: 'linear',
    animationFillMode: 'forwards',
    '@media (prefers-reduced-motion: reduce)': { display: 'none' },
  },
  stopped: { animationName: 'none' },
  hidden: visuallyHidden,
});

/**
 * Keeps the toasts from being hidden from screen readers while a dialog is open: what a dialog did is said there. Fluent
 * looks for the mark at the children of the body alone, and has no prop for it.
 */
function showToAll(inside: HTMLElement | null): void {
  inside?.closest('[data-portal-node]')?.setAttribute('data-tabster-never-hide', '');
}

/** The text, whose short words with a hyphen, as in `E-mail`, stay in one line. */
function wholeWords(text: string): ReactNode {
  const parts = text.split(/(\p{L}{1,12}-\p{L}{1,12})/u);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}

/** One toast. Its time stops while the pointer or the focus is on it, and starts over afterwards. */
function ToastItem({
  toast,
  closeLabel,
  wide,
  low,
  rises,
}: {
  toast: Toast;
  closeLabel: string;
  wide: boolean;
  /** It shows two lines, as high as the shell's header. */
  low: boolean;
  /** It stands at the window's bottom and grows upwards. */
  rises: boolean;
}) {
  const styles = useStyles();
  const still = mergeClasses(styles.still, rises && styles.stillBelow);
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
      className={mergeClasses(styles.toast, wide && styles.wide)}
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
      <span className={mergeClasses(styles.icon, still)}>
        <Icon />
      </span>
      <span className={mergeClasses(styles.text, !paused && styles.short, !paused && low && styles.shorter)}>
        {toast.detail ? (
          <>
            <span className={styles.heading}>{wholeWords(toast.text)}</span>
            <span className={styles.detail}>{wholeWords(toast.detail)}</span>
          </>
        ) : (
          wholeWords(toast.text)
        )}
      </span>
      {toast.action && (
        <button
          type="button"
          className={mergeClasses(styles.action, still)}
          aria-keyshortcuts={toast.action.isUndo ? 'Control+Z' : undefined}
          onClick={() => runToastAction(toast)}
        >
          {toast.action.text}
        </button>
      )}
      <Button
        appearance="transparent"
        size="small"
        className={mergeClasses(styles.button, still)}
        aria-label={closeLabel}
        icon={<Dismiss16Regular />}
        onClick={() => dismissToast(toast.id)}
      />
      {toast.action?.isUndo && (
        <span
          key={toast.repeats}
          className={mergeClasses(styles.line, paused && styles.stopped)}
          style={{ animationDuration: `${toastTimeout}ms` }}
          aria-hidden="true"
        />
      )}
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
    pending.current.push(
      ...fresh.map((toast) => [toast.text, toast.detail, toast.action?.text].filter(Boolean).join(' ')),
    );
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

/** Widest toast, unless the band of the header is narrower. */
const widest = 480;
/** Below this width a toast is hard to read; it then covers the end of the breadcrumb rather than being narrower. */
const narrowest = 280;

/** The position of the toasts in the window. */
function placeOf(
  place: ReturnType<typeof toastPlace.getState>,
  narrow: boolean,
  low: boolean,
): CSSProperties {
  // The shell's header is what the page can do without for a while.
  if (low && place.kind !== 'surface') return { top: 2, left: 8, right: 8 };
  if (narrow)
    return {
      // A work surface has its status bar there.
      bottom: `calc(${place.kind === 'surface' ? 36 : 16}px + ${thumbBarHeight} + env(safe-area-inset-bottom, 0px))`,
      left: 16,
      right: 16,
    };
  const maxWidth = Math.max(narrowest, Math.min(widest, place.kind === 'band' ? place.width : widest));
  if (place.kind === 'band') return { top: 4, right: place.right, maxWidth };
  return { ...(place.kind === 'surface' ? { bottom: 36 } : { top: 8 }), right: 16, maxWidth };
}

/** Height of a toast of two lines, in pixels: more would reach into the page header. */
const twoLines = 48;

/** Lets toasts of more than two lines cover the end of the breadcrumb, rather than the counts of the page header. */
function limitLines(list: HTMLElement, maxWidth: CSSProperties['maxWidth']): void {
  list.style.maxWidth = `${maxWidth}px`;
  const tall = [...list.children].some((toast) => toast.getBoundingClientRect().height > twoLines);
  if (tall) list.style.maxWidth = `${widest}px`;
}

/** Moves a toast that reaches below the shell's header to the left of the page header's buttons, which it would cover. */
function avoidButtons(list: HTMLElement): void {
  const buttons = [...document.querySelectorAll('main header :is(button, a)')].map((one) =>
    one.getBoundingClientRect(),
  );
  for (const toast of list.children) {
    if (!(toast instanceof HTMLElement)) continue;
    toast.style.marginRight = '';
    const { top, bottom, right } = toast.getBoundingClientRect();
    // The page header's buttons stand in one group at its right end; those at its left lead back.
    const beside = buttons.filter(
      (one) => one.top < bottom && one.bottom > top && one.left > window.innerWidth / 2,
    );
    const free = Math.min(...beside.map((one) => one.left)) - 8;
    if (free < right) toast.style.marginRight = `${right - free}px`;
  }
}

/** Renders the toasts of `notify` where they cover nothing (see `toastPlace`) and announces them, errors at once. Mounted once. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const styles = useStyles();
  const { toasts } = useStore(toastStore);
  const polite = useAnnouncement(toasts, false);
  const urgent = useAnnouncement(toasts, true);
  useUndoKey(toasts);
  const narrow = useNarrow();
  const place = useStore(toastPlace);
  const low = useLow();
  const placed = placeOf(place, narrow, low);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (!list.current || narrow || place.kind !== 'band') return;
    limitLines(list.current, placed.maxWidth);
    avoidButtons(list.current);
  }, [toasts, narrow, place, placed.maxWidth]);
  return (
    <Portal mountNode={{ className: styles.layer }}>
      <div ref={showToAll} className={styles.hidden} aria-live="polite" data-testid="toast-polite">
        {polite}
      </div>
      <div className={styles.hidden} aria-live="assertive" data-testid="toast-assertive">
        {urgent}
      </div>
      {toasts.length > 0 && (
        <section aria-label={label}>
          <ul ref={list} className={styles.region} style={placed}>
            {toasts.map((toast) => (
              <ToastItem
                key={toast.id}
                toast={toast}
                closeLabel={closeLabel}
                wide={narrow}
                low={low}
                rises={'bottom' in placed}
              />
            ))}
          </ul>
        </section>
      )}
    </Portal>
  );
}
