import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { gridGap, gridRow } from '../../src/engine/core/index.ts';
import type { GridPosition } from '../../src/engine/core/index.ts';
import { useKeyboardScroll } from '../../src/ui/index.ts';
import { useNear } from './useNear.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    // What stands alone in its place takes all of it.
    '& > *': { flexGrow: 1 },
  },
  // Room for the focus ring of what is at the edge of what scrolls.
  fixed: { overflow: 'auto', padding: '2px', margin: '-2px', '& > *': { minHeight: 0 } },
});

/** One place of the grid, always as large as it will be; its child is made when it comes near to being seen. */
export function Tile({
  place,
  grows,
  children,
}: {
  place: GridPosition;
  grows: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const stop = useKeyboardScroll(root);
  const near = useNear(root);
  const { id, x, y, w, h } = place;
  const height = h * gridRow + (h - 1) * gridGap;
  return (
    <div
      ref={grows ? root : stop}
      data-tile={id}
      className={mergeClasses(styles.root, !grows && styles.fixed)}
      style={{
        gridColumn: `${x + 1} / span ${w}`,
        gridRow: `${y + 1} / span ${h}`,
        // Rows that grow beside it do not make it higher.
        ...(grows ? {} : { maxHeight: height }),
      }}
    >
      {near && children}
    </div>
  );
}
