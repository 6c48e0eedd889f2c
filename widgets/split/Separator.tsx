import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { KeyboardEvent, PointerEvent } from 'react';

interface SeparatorProps {
  label: string;
  /** DOM id of the pane before it. */
  controls: string;
  /** The panes are side by side. */
  horizontal: boolean;
  /** Share of the pane before it, in percent. */
  ratio: number;
  /** Share that a double click or Enter restores, in percent. */
  initial: number;
  /** Least sizes of the pane before and of the pane after it, in pixels. */
  min: readonly number[];
  onRatio: (ratio: number) => void;
  /** The panes touch each other, and the separator reaches over both. */
  joined: boolean;
}

/** Percent of one key press, without and with Shift. */
const keyStep = 2;
const bigKeyStep = 10;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    flexShrink: 0,
    touchAction: 'none',
    borderRadius: tokens.borderRadiusMedium,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      margin: 'auto',
      backgroundColor: tokens.colorNeutralStroke2,
      transitionProperty: 'background-color',
      transitionDuration: tokens.durationFaster,
    },
    ':hover::after': { backgroundColor: tokens.colorBrandStroke1 },
    ':active::after': { backgroundColor: tokens.colorBrandStroke1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '@media (prefers-reduced-motion: reduce)': { '::after': { transitionDuration: '0s' } },
  },
  joinedVertical: { zIndex: 5, margin: '0 -8px', '@media (pointer: coarse)': { margin: '0 -12px' } },
  joinedHorizontal: { zIndex: 5, margin: '-8px 0', '@media (pointer: coarse)': { margin: '-12px 0' } },
  // The line is thin, its hit area is 16 px, 24 px for touch.
  vertical: {
    width: '16px',
    cursor: 'col-resize',
    '::after': { width: '1px' },
    ':hover::after': { width: '2px' },
    ':active::after': { width: '2px' },
    '@media (pointer: coarse)': { width: '24px' },
  },
  horizontal: {
    height: '16px',
    cursor: 'row-resize',
    '::after': { height: '1px' },
    ':hover::after': { height: '2px' },
    ':active::after': { height: '2px' },
    '@media (pointer: coarse)': { height: '24px' },
  },
});

/** Start and length of the container along the direction, in pixels. */
function containerExtent(separator: HTMLElement, horizontal: boolean): { start: number; length: number } {
  const box = separator.parentElement!.getBoundingClientRect();
  return horizontal ? { start: box.left, length: box.width } : { start: box.top, length: box.height };
}

/** The line between two panes, moved by dragging or with the arrow keys, Home and End. */
export function Separator({
  label,
  controls,
  horizontal,
  ratio,
  initial,
  min: [minBefore = 0, minAfter = 0],
  onRatio,
  joined,
}: SeparatorProps) {
  const styles = useStyles();

  function move(separator: HTMLElement, wanted: number): void {
    const { length } = containerExtent(separator, horizontal);
    const percent = (pixels: number) => (length > 0 ? (pixels / length) * 100 : 0);
    const least = Math.min(percent(minBefore), 100);
    const most = Math.max(100 - percent(minAfter), least);
    onRatio(Math.min(Math.max(wanted, least), most));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = event.shiftKey ? bigKeyStep : keyStep;
    const wanted: Record<string, number> = {
      [horizontal ? 'ArrowLeft' : 'ArrowUp']: ratio - by,
      [horizontal ? 'ArrowRight' : 'ArrowDown']: ratio + by,
      Home: 0,
      End: 100,
      Enter: initial,
    };
    const next = wanted[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(event.currentTarget, next);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { start, length } = containerExtent(event.currentTarget, horizontal);
    if (length === 0) return;
    move(event.currentTarget, (((horizontal ? event.clientX : event.clientY) - start) / length) * 100);
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      // The separator of panes side by side is vertical.
      aria-orientation={horizontal ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(ratio)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={mergeClasses(
        styles.root,
        horizontal ? styles.vertical : styles.horizontal,
        joined && (horizontal ? styles.joinedVertical : styles.joinedHorizontal),
      )}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => move(event.currentTarget, initial)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // Else the browser would select the text that is dragged over.
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
    />
  );
}
