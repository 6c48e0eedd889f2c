import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { gridRow } from '../../src/engine/core/index.ts';
import type { GridPosition } from '../../src/engine/core/index.ts';
import {
  NoticeFrameContext,
  TileMenuContext,
  useChildData,
  useIsDashboard,
} from '../../src/engine/react/index.ts';
import type { TileMenu } from '../../src/engine/react/index.ts';
import {
  LazyComponent,
  lazyComponent,
  RoomContext,
  useKeyboardScroll,
  useSizeInView,
} from '../../src/ui/index.ts';
import type { ChartMenuEntry } from '../../src/ui/index.ts';
import { TileNotice } from './TileNotice.tsx';

const tileTools = lazyComponent(() => import('./TileTools.tsx'));
const fullScreenBar = lazyComponent(() => import('./FullScreenBar.tsx'));

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    // The tools are in sight while pointer or focus is in the tile.
    ':hover > [data-tile-tools], :focus-within > [data-tile-tools]': { opacity: 1 },
    '@media print': { maxHeight: 'none !important', breakInside: 'avoid' },
    // Room that the head of a figure leaves them.
    '@media (hover: none)': { '--tile-tools': '36px' },
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
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
    '@media print': { overflow: 'visible' },
  },
  full: {
    position: 'fixed',
    inset: 0,
    zIndex: 1000,
    padding: '8px 24px 24px',
    backgroundColor: tokens.colorNeutralBackground2,
    '@media (max-width: 767.98px)': { padding: '8px 16px 16px' },
  },
  tools: {
    position: 'absolute',
    top: '-12px',
    right: '12px',
    zIndex: 5,
    opacity: 0,
    // Where nothing hovers they are always in sight, within the tile.
    '@media (hover: none)': { opacity: 1, top: 0, right: '8px' },
    '@media print': { display: 'none' },
    ':has([aria-expanded="true"])': { opacity: 1 },
  },
});

/** Distance from the view at which a tile's child is mounted, in pixels. */
const margin = 600;
/** Rows of a tile up to which a notice has no room for its icon. */
const lowRows = 3;

/**
 * One tile of the grid, of its final size from the start. Its child is mounted when the tile is within `margin` of the
 * view. In a dashboard a child with data has tools: to load it again, and to show it large, as a table or with its origin.
 */
export function Tile({
  childId,
  position,
  gap,
  grows,
  children,
}: {
  /** The child of the grid, which may be repeated. */
  childId: string;
  position: GridPosition;
  /** Space between tiles, in pixels. */
  gap: number;
  grows: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const stop = useKeyboardScroll(scroller);
  const size = useSizeInView(root, margin);
  const inView = size !== null;
  const [isFull, setFull] = useState(false);
  const leave = useCallback(() => setFull(false), []);
  const wasFull = useRef(false);
  useEffect(() => {
    if (wasFull.current && !isFull)
      root.current?.querySelector<HTMLElement>('[data-tile-tools] button')?.focus();
    wasFull.current = isFull;
  }, [isFull]);
  const isDashboard = useIsDashboard();
  const child = useChildData(childId);
  const hasTools = isDashboard && child.hasData;
  const [entries, setEntries] = useState<readonly ChartMenuEntry[]>([]);
  const addEntries = useCallback<TileMenu>((more) => {
    setEntries((before) => [...before, ...more]);
    return () => setEntries((before) => before.filter((entry) => !more.includes(entry)));
  }, []);
  const { id, x, y, w, h } = position;
  const room = useMemo(
    // A tile that grows is as high as its content.
    () => size && { of: id, width: size.width, height: grows ? 0 : size.height },
    [id, size, grows],
  );
  const frameNotice = (node: string, notice: ReactElement) =>
    node === childId ? (
      <TileNotice title={child.title()} isLow={!grows && h <= lowRows}>
        {notice}
      </TileNotice>
    ) : (
      notice
    );
  const height = h * gridRow + (h - 1) * gap;
  return (
    <div
      ref={root}
      data-tile={id}
      className={mergeClasses(styles.root, isFull && styles.full)}
      style={{
        gridColumn: `${x + 1} / span ${w}`,
        gridRow: `${y + 1} / span ${h}`,
        // Rows that grow beside it do not make the tile higher.
        ...(grows || isFull ? {} : { maxHeight: height }),
      }}
    >
      {isFull && (
        <LazyComponent source={fullScreenBar} onFailed={leave}>
          {(FullScreenBar) => <FullScreenBar tile={root} child={child} onLeave={leave} />}
        </LazyComponent>
      )}
      <div ref={grows ? scroller : stop} className={mergeClasses(styles.content, !grows && styles.fixed)}>
        {inView && (
          <RoomContext value={room}>
            <TileMenuContext value={hasTools ? addEntries : null}>
              <NoticeFrameContext value={isDashboard ? frameNotice : null}>{children}</NoticeFrameContext>
            </TileMenuContext>
          </RoomContext>
        )}
      </div>
      {inView && !isFull && hasTools && (
        <div data-tile-tools="" className={styles.tools}>
          <LazyComponent source={tileTools} renderFailed={() => null}>
            {(TileTools) => <TileTools child={child} entries={entries} onFull={() => setFull(true)} />}
          </LazyComponent>
        </div>
      )}
    </div>
  );
}
