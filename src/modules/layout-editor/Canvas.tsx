import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, ReactElement } from 'react';
import {
  GridLayout,
  useContainerWidth,
  type EventCallback,
  type Layout,
  type LayoutItem,
} from 'react-grid-layout';
import { gridColumns, gridGap, gridRow } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import {
  gridLayout,
  insertWidget,
  isGrid,
  placeCommand,
  useAnnounce,
  useEditor,
  useEditorState,
  type Breakpoint,
  type Rect,
} from '../../editor/index.ts';
import { EmptyState, styleNonce } from '../../ui/index.ts';
import { CanvasItem } from './CanvasItem.tsx';
import './canvas.css';
import { dragged } from './dragged.ts';
import { createGestureCompactor } from './gesture-compactor.ts';
import { SelectionTools } from './SelectionTools.tsx';
import { useCanvasKeys } from './useCanvasKeys.ts';
import { useMarquee } from './useMarquee.ts';
import { bodySlot } from './view-context.ts';

// The grid compares these by identity: an object made while rendering would render every item at each step of the pointer.
const gridConfig = {
  cols: gridColumns,
  rowHeight: gridRow,
  margin: [gridGap, gridGap],
  containerPadding: [0, 0],
} as const;
const dragConfig = { enabled: true, threshold: 4, cancel: '.react-resizable-handle' } as const;
const resizeConfig = { enabled: true, handles: [] } as const;
const handles = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'] as const;
const droppingId = '-dropping';

/** Widths of the sheet, by what is arranged. */
const sheetWidths: Readonly<Record<Breakpoint, string>> = { large: '100%', medium: '900px', small: '390px' };

const useStyles = makeStyles({
  desk: {
    minWidth: 0,
    minHeight: 0,
    overflow: 'auto',
    padding: '16px',
    backgroundColor: tokens.colorNeutralBackground3,
    outline: 'none',
  },
  sheet: {
    position: 'relative',
    boxSizing: 'border-box',
    minHeight: '100%',
    margin: '0 auto',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  above: { display: 'flex', flexDirection: 'column', gap: '8px', marginBottom: '12px' },
  grid: { position: 'relative', minHeight: '400px' },
  empty: { position: 'absolute', inset: '64px 0 auto', pointerEvents: 'none' },
});

/** The library gets no nonce for the one style element that it adds; it adds none when there is one of its id. */
function prepareDragStyle(): void {
  const id = 'react-draggable-style-el';
  if (document.getElementById(id)) return;
  const style = document.createElement('style');
  style.id = id;
  const nonce = styleNonce();
  if (nonce) style.nonce = nonce;
  style.textContent = '.react-draggable-transparent-selection *::selection { all: inherit; }';
  document.head.append(style);
}

/** The elements of the grid's items: the same one as long as a node exists, or moving one would render all. */
function useItems(keys: readonly string[]): readonly ReactElement[] {
  const [made] = useState(() => new Map<string, ReactElement>());
  return useMemo(
    () =>
      keys.map((key) => {
        const known = made.get(key);
        if (known) return known;
        const element = (
          <div key={key} data-node={key}>
            <CanvasItem nodeKey={key} />
          </div>
        );
        made.set(key, element);
        return element;
      }),
    [keys, made],
  );
}

/** The layout of the grid, in reading order, which is the order of the Tab key. */
function useLayout(): { layout: Layout; keys: readonly string[] } {
  const editor = useEditor();
  const children = useEditorState(({ model }) => model.children[bodySlot]);
  const place = useEditorState(({ model }) => model.place);
  const breakpoint = useEditorState((state) => state.breakpoint);
  const selected = useEditorState(({ selection }) => (selection.length === 1 ? selection[0] : undefined));
  const positions = useMemo(() => {
    void children;
    void place;
    return [...gridLayout(editor.store.getState().model, bodySlot, breakpoint)].sort(
      (one, other) => one.y - other.y || one.x - other.x,
    );
  }, [editor, children, place, breakpoint]);
  const order = positions.map(({ id }) => id).join('\n');
  const keys = useMemo(() => (order === '' ? [] : order.split('\n')), [order]);
  const [last] = useState(() => new Map<string, LayoutItem>());
  const layout = useMemo(
    () =>
      positions.map(({ id, ...rect }): LayoutItem => {
        const known = last.get(id);
        const isSelected = id === selected;
        const isSame =
          known?.x === rect.x &&
          known.y === rect.y &&
          known.w === rect.w &&
          known.h === rect.h &&
          known.isResizable === isSelected;
        if (isSame) return known;
        const item: LayoutItem = {
          i: id,
          ...rect,
          isResizable: isSelected,
          resizeHandles: isSelected ? [...handles] : [],
        };
        last.set(id, item);
        return item;
      }),
    [positions, selected, last],
  );
  return { layout, keys };
}

const rectsOf = (layout: Layout): Map<string, Rect> =>
  new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));

/** The canvas: the view as it will be, with real data, and the widgets as things that are moved. */
export function Canvas() {
  const styles = useStyles();
  const t = useText();
  const editor = useEditor();
  const announce = useAnnounce();
  const { width, containerRef, mounted } = useContainerWidth({ initialWidth: 900 });
  const { layout, keys } = useLayout();
  const items = useItems(keys);
  const breakpoint = useEditorState((state) => state.breakpoint);
  const [gesture] = useState(createGestureCompactor);
  const [moving, setMoving] = useState(false);
  const desk = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const swallows = useRef(false);
  // The release after a gesture is a click, too, which selects nothing. It comes before the next press or key, and may
  // come after any timer.
  const swallow = useCallback(() => {
    swallows.current = true;
  }, []);
  const swallowNoMore = useCallback(() => {
    swallows.current = false;
  }, []);
  const marquee = useMarquee(desk, sheet, swallow);
  const isGridBody = useEditorState(() => isGrid(editor, bodySlot));
  useState(prepareDragStyle);

  const begin = useCallback<EventCallback>(
    (before, item) => {
      if (!item) return;
      const { selection } = editor.store.getState();
      const isSelected = selection.includes(item.i);
      if (!isSelected) editor.select([item.i]);
      gesture.begin(item.i, isSelected ? selection : [], before);
      setMoving(true);
    },
    [editor, gesture],
  );
  const end = useCallback(
    (after: Layout, item: LayoutItem | null) => {
      setMoving(false);
      swallow();
      const { model, breakpoint: at } = editor.store.getState();
      const counts = gesture.end();
      if (!counts || !item) return;
      const before = rectsOf(gridLayout(model, bodySlot, at).map(({ id, ...rect }) => ({ i: id, ...rect })));
      const changed = [...rectsOf(after)].filter(([key, rect]) => {
        const old = before.get(key);
        return old && (old.x !== rect.x || old.y !== rect.y || old.w !== rect.w || old.h !== rect.h);
      });
      const command = placeCommand(editor, bodySlot, new Map(changed));
      if (!command) return;
      editor.dispatch(command, { label: 'move' });
      const { x, y, w, h } = rectsOf(after).get(item.i)!;
      announce({
        done: true,
        key: 'editor.place.grid',
        values: { column: x + 1, row: y + 1, width: w, height: h },
      });
    },
    [editor, gesture, announce, swallow],
  );
  const stop = useCallback<EventCallback>((after, _, item) => end(after, item), [end]);

  const dropConfig = useMemo(
    () => ({
      enabled: isGridBody,
      defaultItem: { w: 4, h: 4 },
      onDragOver: () => {
        const widget = dragged.get();
        return widget ? { w: widget.spec.size.w, h: widget.spec.size.h } : (false as const);
      },
    }),
    [isGridBody],
  );
  const [dropping] = useState<LayoutItem>(() => ({ i: droppingId, x: 0, y: 0, w: 4, h: 4 }));
  const drop = useCallback(
    (_: Layout, item: LayoutItem | undefined) => {
      const widget = dragged.get();
      dragged.set(null);
      if (!widget || !item) return;
      const { w, h } = widget.spec.size;
      const x = Math.max(0, Math.min(item.x, gridColumns - w));
      announce(
        insertWidget(editor, widget.spec, widget.name, {
          slot: bodySlot,
          place: { x, y: item.y, w, h },
        }),
      );
    },
    [editor, announce],
  );

  useEffect(() => {
    if (!moving) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !gesture.cancel()) return;
      event.preventDefault();
      event.stopPropagation();
      // The library ends a gesture at the release of the pointer.
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    };
    window.addEventListener('keydown', escape, true);
    return () => window.removeEventListener('keydown', escape, true);
  }, [moving, gesture]);

  useCanvasKeys(desk);
  const deselect = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[data-node], [data-tools]')) return;
    // Presses in an open menu arrive here, too, although it stands elsewhere.
    if (!desk.current?.contains(event.target)) return;
    editor.select([]);
  };
  return (
    // The Escape key does what a press beside the widgets does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={desk}
      className={styles.desk}
      // The keyboard must reach the element that scrolls.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={-1}
      role="group"
      aria-label={t('editor.canvas.label')}
      data-canvas=""
      onPointerDownCapture={swallowNoMore}
      onKeyDownCapture={swallowNoMore}
      onClickCapture={(event) => {
        if (swallows.current) event.stopPropagation();
        swallowNoMore();
      }}
      onClick={deselect}
    >
      <div ref={sheet} className={styles.sheet} style={{ maxWidth: sheetWidths[breakpoint] }}>
        <Above />
        <div
          ref={containerRef}
          className={mergeClasses(styles.grid, 'layout-canvas')}
          data-moving={moving || undefined}
        >
          {mounted && (
            <GridLayout
              width={width}
              layout={layout}
              gridConfig={gridConfig}
              dragConfig={dragConfig}
              resizeConfig={resizeConfig}
              dropConfig={dropConfig}
              droppingItem={dropping}
              compactor={gesture.compactor}
              onDragStart={begin}
              onDragStop={stop}
              onResizeStart={begin}
              onResizeStop={stop}
              onDrop={drop}
            >
              {items}
            </GridLayout>
          )}
          {mounted && <SelectionTools width={width} hidden={moving} layout={layout} />}
          {keys.length === 0 && (
            <div className={styles.empty}>
              <EmptyState
                icon="grid"
                tone="neutral"
                title={t('editor.canvas.empty')}
                text={t('editor.canvas.emptyHint')}
              />
            </div>
          )}
        </div>
        {marquee && <div className="layout-marquee" data-marquee="" style={marquee} />}
      </div>
    </div>
  );
}

/** Heading and filters, which stand above the grid. */
function Above() {
  const styles = useStyles();
  const header = useEditorState(({ model }) => model.children['/header']);
  const filters = useEditorState(({ model }) => model.children['/filters']);
  const keys = [...(header ?? []), ...(filters ?? [])];
  if (keys.length === 0) return null;
  return (
    <div className={styles.above}>
      {keys.map((key) => (
        <div key={key} data-node={key} className="layout-flow">
          <CanvasItem nodeKey={key} />
        </div>
      ))}
    </div>
  );
}
