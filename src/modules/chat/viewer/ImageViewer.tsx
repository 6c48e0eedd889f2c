import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in';
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useFormat, useText } from '../../../engine/react/index.ts';
import { useTooltip } from '../../../ui/index.ts';
import { Unreadable } from './Unreadable.tsx';
import { Viewer, type ViewerProps } from './Viewer.tsx';
import { fitted, leastZoom, mostZoom, moveTo, zoomBy, zoomTo, type Point, type View } from './zoom.ts';

const useStyles = makeStyles({
  stage: {
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    cursor: 'grab',
    // The stage answers to fingers itself.
    touchAction: 'none',
    userSelect: 'none',
  },
  held: { cursor: 'grabbing' },
  picture: {
    position: 'absolute',
    inset: '16px',
    width: 'auto',
    maxWidth: 'calc(100% - 32px)',
    height: 'auto',
    maxHeight: 'calc(100% - 32px)',
    margin: 'auto',
    objectFit: 'contain',
  },
  scale: { minWidth: '60px', padding: '0 4px', fontVariantNumeric: 'tabular-nums' },
});

/** Pixels that an arrow key moves the picture by. */
const stride = 60;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: stride, y: 0 },
  ArrowRight: { x: -stride, y: 0 },
  ArrowUp: { x: 0, y: stride },
  ArrowDown: { x: 0, y: -stride },
};

/** A picture over the whole window: zoomed by buttons, wheel, two fingers and + − 0, moved by drag and arrow keys. */
export function ImageViewer({ source, ...viewer }: ViewerProps) {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const [view, setView] = useState(fitted);
  const [isHeld, setHeld] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const zoomIn = useTooltip(t('chat.viewer.zoomIn'));
  const zoomOut = useTooltip(t('chat.viewer.zoomOut'));
  const fit = useTooltip(t('chat.viewer.fit'));
  const pointers = useRef(new Map<number, Point>());

  /** A place of the window, from the stage's centre. */
  const onStage = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const move = (by: Point): void =>
    setView((now) => {
      const { clientWidth: width, clientHeight: height } = stage.current!;
      const { offsetWidth, offsetHeight } = picture.current!;
      return moveTo(
        now,
        { x: now.x + by.x, y: now.y + by.y },
        { width: offsetWidth, height: offsetHeight },
        { width, height },
      );
    });

  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      // React listens to wheels passively, and the window would zoom its page.
      event.preventDefault();
      if (event.deltaY !== 0) setView((now) => zoomBy(now, event.deltaY < 0 ? 1 : -1, onStage(event)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [isUnreadable]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isUnreadable) return;
    const steps: Readonly<Record<string, (now: View) => View>> = {
      '+': (now) => zoomBy(now, 1),
      // The key of + without shift.
      '=': (now) => zoomBy(now, 1),
      '-': (now) => zoomBy(now, -1),
      '0': () => fitted,
    };
    const zoomed = steps[event.key];
    const by = arrows[event.key];
    if (zoomed) setView(zoomed);
    else if (by) move(by);
    else return;
    event.preventDefault();
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, onStage(event));
    setHeld(true);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = onStage(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      pointers.current.set(event.pointerId, now);
      move({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
    const scale = (view.scale * distance(now)) / Math.max(1, distance(before));
    const zoomed = zoomTo(view, scale, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    // Fingers that moved less than a step go on from where they were.
    if (zoomed === view) return;
    pointers.current.set(event.pointerId, now);
    setView(zoomed);
  };
  const onPointerEnd = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    setHeld(pointers.current.size > 0);
  };

  const controls = !isUnreadable && (
    <>
      <Button
        {...zoomOut.trigger}
        appearance="subtle"
        icon={<ZoomOut20Regular />}
        disabledFocusable={view.scale <= leastZoom}
        onClick={() => setView((now) => zoomBy(now, -1))}
      />
      <Button
        {...fit.trigger}
        appearance="subtle"
        className={styles.scale}
        onClick={() => setView(fitted)}
        aria-label={t('chat.viewer.fitFrom', { zoom: format.number(Math.round(view.scale * 100)) })}
      >
        {`${format.number(Math.round(view.scale * 100))}%`}
      </Button>
      <Button
        {...zoomIn.trigger}
        appearance="subtle"
        icon={<ZoomIn20Regular />}
        disabledFocusable={view.scale >= mostZoom}
        onClick={() => setView((now) => zoomBy(now, 1))}
      />
    </>
  );
  return (
    <Viewer {...viewer} controls={controls} onKeyDown={onKeyDown}>
      {isUnreadable ? (
        <Unreadable />
      ) : (
        <div
          ref={stage}
          className={mergeClasses(styles.stage, isHeld && styles.held)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
        >
          <img
            ref={picture}
            className={styles.picture}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            src={source}
            alt={viewer.name}
            draggable={false}
            onError={() => setUnreadable(true)}
          />
        </div>
      )}
      {zoomIn.tooltip}
      {zoomOut.tooltip}
      {fit.tooltip}
    </Viewer>
  );
}
