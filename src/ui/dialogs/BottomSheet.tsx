import { OverlayDrawer, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { useFocusReturn } from '../focus/useFocusReturn.ts';

/** Shares of the window's height that a sheet snaps to, and the one below which a drag closes it. */
const halfOpen = 0.56;
const fullyOpen = 0.94;
const closesBelow = 0.32;
/** In a lower window (200 % zoom, a phone on its side) half of it has no room for content. */
const lowWindow = 600;

const useStyles = makeStyles({
  sheet: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    maxHeight: `${fullyOpen * 100}dvh`,
    borderTopLeftRadius: tokens.borderRadius2XLarge,
    borderTopRightRadius: tokens.borderRadius2XLarge,
    transitionProperty: 'height',
    transitionDuration: tokens.durationNormal,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0ms' },
  },
  dragged: { transitionDuration: '0ms' },
  handle: {
    display: 'grid',
    flexShrink: 0,
    justifyItems: 'center',
    padding: '8px 0 12px',
    cursor: 'grab',
    touchAction: 'none',
    '::before': {
      content: '""',
      width: '36px',
      height: '4px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralStroke1,
    },
  },
  head: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    padding: '0 16px 8px',
  },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '4px 16px 16px' },
  footer: {
    flexShrink: 0,
    padding: '10px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { width: '100%', minHeight: '44px' },
  },
});

/**
 * A dialog at the bottom edge of a phone's window: filters and menus, in reach of the thumb. It is as high as its content,
 * or with `half` opens at 56 % of the window, of a low one at its full height, and is dragged by its handle to its full height or away.
 */
export function BottomSheet({
  title,
  half = false,
  action,
  footer,
  onClose,
  children,
}: {
  title: string;
  half?: boolean;
  /** At the end of the title's line. */
  action?: ReactNode;
  footer?: ReactNode;
  onClose(): void;
  children: ReactNode;
}) {
  const styles = useStyles();
  useFocusReturn();
  const surface = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState<number | null>(
    half ? (globalThis.innerHeight < lowWindow ? fullyOpen : halfOpen) : null,
  );
  const [drag, setDrag] = useState<{ from: number; height: number; now: number } | null>(null);
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const height = surface.current?.getBoundingClientRect().height ?? 0;
    setDrag({ from: event.clientY, height, now: height });
  };
  const end = () => {
    if (!drag) return;
    const reached = drag.now / globalThis.innerHeight;
    setDrag(null);
    if (drag.now < drag.height && (reached < closesBelow || !half)) {
      if (drag.height - drag.now > 48) onClose();
    } else if (half) setShare(reached > (halfOpen + fullyOpen) / 2 ? fullyOpen : halfOpen);
  };
  const height = drag ? `${drag.now}px` : share === null ? 'auto' : `${share * 100}dvh`;
  return (
    <OverlayDrawer
      ref={surface}
      open
      position="bottom"
      aria-label={title}
      className={drag ? `${styles.sheet} ${styles.dragged}` : styles.sheet}
      style={{ height }}
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <div
        className={styles.handle}
        data-handle
        onPointerDown={start}
        onPointerMove={(event) => {
          if (drag) setDrag({ ...drag, now: Math.max(0, drag.height + drag.from - event.clientY) });
        }}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
      />
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {action}
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </OverlayDrawer>
  );
}
