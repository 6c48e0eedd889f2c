import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { gridRow } from '../../src/engine/core/index.ts';
import type { GridPosition } from '../../src/engine/core/index.ts';
import { useInView, useKeyboardScroll } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    // An only child fills the tile.
    // A watched child stands in an element without a box.
    '& > *, & > [data-watched] > *': { flexGrow: 1 },
  },
  // Room for the focus ring of elements at the edge of the scroller.
  fixed: {
    overflow: 'auto',
    padding: '2px',
    margin: '-2px',
    '& > *, & > [data-watched] > *': { minHeight: 0 },
  },
});

/** Distance from the view at which a tile's child is mounted, in pixels. */
const margin = 600;

/**
 * One tile of the grid, of its final size from the start. Its child is mounted when the tile is within `margin` of the
 * view.
 */
export function Tile({
  position,
  gap,
  grows,
  children,
}: {
  position: GridPosition;
  /** Space between tiles, in pixels. */
  gap: number;
  grows: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const stop = useKeyboardScroll(root);
  const inView = useInView(root, margin);
  const { id, x, y, w, h } = position;
  const height = h * gridRow + (h - 1) * gap;
  return (
    <div
      ref={grows ? root : stop}
      data-tile={id}
      className={mergeClasses(styles.root, !grows && styles.fixed)}
      style={{
        gridColumn: `${x + 1} / span ${w}`,
        gridRow: `${y + 1} / span ${h}`,
        // Rows that grow beside it do not make the tile higher.
        ...(grows ? {} : { maxHeight: height }),
      }}
    >
      {inView && children}
    </div>
  );
}
