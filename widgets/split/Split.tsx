import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { CSSProperties, FocusEvent, KeyboardEvent } from 'react';
import type { SplitProps } from '../../src/engine/core/index.ts';
import { useText, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, keyboardScroll, useNarrow, useWiderThan } from '../../src/ui/index.ts';
import { CollapseHead } from './CollapseHead.tsx';
import { Separator } from './Separator.tsx';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'grid', minWidth: 0, minHeight: 0 },
  stacked: { display: 'flex', flexDirection: 'column', gap: '16px' },
  stackedJoined: { gap: 0 },
  fill: { flex: '1 1 auto' },
  // Room for the focus ring of elements at the edge of the scroller.
  pane: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    minHeight: 0,
    overflow: 'auto',
    padding: '2px',
    margin: '-2px',
  },
  paneJoined: {
    gap: 0,
    padding: 0,
    margin: 0,
    '& > section': { border: 'none', borderRadius: 0 },
  },
  // Work surfaces and panes inside it reach its edges; anything else stands below the heading's text.
  inset: {
    rowGap: 0,
    '& > :not([data-surface]):not([data-joined])': {
      '--inset': '12px',
      marginInline: 'var(--inset)',
      marginBottom: 'var(--inset)',
    },
  },
  belowLine: { paddingTop: '12px' },
  // Stacked in a parent of a given height, the last pane takes what the first one leaves.
  paneFill: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minWidth: 0 },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', flex: '1 1 auto', minHeight: 0 },
  // The other pane stays within reach below it.
  contentStacked: { maxHeight: '70vh', overflowY: 'auto' },
  hidden: { display: 'none' },
  // Over the other pane, from top to bottom.
  drawer: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    zIndex: 6,
    width: 'min(320px, 100%)',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
  },
  besideStrip: { gridColumn: '2' },
  reason: {
    display: 'flex',
    gap: '8px',
    flexShrink: 0,
    margin: 0,
    padding: '8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
});

/** Width of the strip that a hidden pane leaves beside the other one: its button, its padding and its line. */
const stripWidth = '41px';

const defaultMinSizes = [160, 160] as const;

/** Grid tracks of the panes and the separator along the direction. */
function gridTracks(horizontal: boolean, ratio: number, min: readonly number[]): CSSProperties {
  const sizes = `minmax(${min[0]}px, ${ratio}fr) auto minmax(${min[1]}px, ${100 - ratio}fr)`;
  return horizontal ? { gridTemplateColumns: sizes } : { gridTemplateRows: sizes };
}

/** Grid tracks while one pane is hidden behind its head. */
function collapsedTracks(horizontal: boolean, hidden: 'first' | 'second'): CSSProperties {
  const sizes = hidden === 'first' ? 'auto minmax(0, 1fr)' : 'minmax(0, 1fr) auto';
  return horizontal ? { gridTemplateColumns: sizes } : { gridTemplateRows: sizes };
}

/**
 * The pane that is the only one in narrow windows. The other one is mounted once the window has been wide, and stays mounted:
 * nothing that was typed in it is lost.
 */
function useNarrowPane(props: Resolved<SplitProps>) {
  const narrow = useNarrow() && props.narrow !== undefined;
  const [wasWide, setWasWide] = useState(!narrow);
  if (!narrow && !wasWide) setWasWide(true);
  return {
    only: narrow ? props.narrow!.child : undefined,
    reason: narrow ? props.narrow!.text : undefined,
    mountsOther: wasWide,
  };
}

/** Two panes with a movable separator between them. */
export default function Split({ id, props, childItems: items }: WidgetProps<SplitProps>) {
  const styles = useStyles();
  const t = useText();
  const root = useRef<HTMLDivElement>(null);
  const horizontal = props.direction !== 'vertical';
  const stackBelow = props.stackBelow ?? 640;
  const wide = useWiderThan(root, stackBelow);
  const roomy = useWiderThan(root, props.collapse?.closedBelow ?? stackBelow);
  const initial = props.ratio ?? 50;
  const [ratio, setRatio] = useState(initial);
  const [chosen, setChosen] = useState<boolean>();
  const { only, reason, mountsOther } = useNarrowPane(props);
  const visible = useVisibleChildren(items);
  const first = visible.filter((item) => item.id === items[0]?.id);
  const second = visible.filter((item) => item.id !== items[0]?.id);
  const stacked =
    (horizontal && wide === false) || first.length === 0 || second.length === 0 || only !== undefined;
  const min = props.min ?? defaultMinSizes;
  const joined = props.look === 'joined';
  const { collapse } = props;
  const open = chosen ?? roomy !== false;
  const hidden = collapse && !open ? collapse.child : undefined;
  const drawer = collapse?.child === 'first' && horizontal && !stacked && open && roomy === false;

  function onDrawerKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    setChosen(false);
    event.currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  }

  // A choice in the drawer may move the focus to the other pane, which must not stay covered.
  function onDrawerBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    const leaves = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
    if (leaves && root.current?.contains(relatedTarget)) setChosen(false);
  }

  const pane = (side: 'first' | 'second', paneItems: typeof visible) => {
    const away = only !== undefined && only !== side;
    if (paneItems.length === 0 || (away && !mountsOther)) return null;
    const isLast = side === 'second' || second.length === 0 || only === side;
    const isDrawer = drawer && side === 'first';
    const insets = joined && (collapse?.child !== side || only !== undefined);
    const elements = paneItems.map(({ element }) => element);
    return (
      <div
        key={side}
        id={`${id}-${side}`}
        className={mergeClasses(
          !stacked && styles.pane,
          stacked && props.fill && isLast && styles.paneFill,
          joined && styles.paneJoined,
          insets && styles.inset,
          insets && !horizontal && side === 'second' && styles.belowLine,
          isDrawer && styles.drawer,
          drawer && side === 'second' && styles.besideStrip,
          away && styles.hidden,
        )}
        {...(stacked ? {} : { ref: keyboardScroll })}
        {...(isDrawer ? { onKeyDown: onDrawerKey, onBlur: onDrawerBlur } : {})}
        {...(drawer && !isDrawer ? { onPointerDownCapture: () => setChosen(false) } : {})}
      >
        {collapse?.child === side && only === undefined ? (
          <>
            <CollapseHead
              title={collapse.title}
              icon={collapse.icon ?? 'panel-left'}
              open={open}
              strip={horizontal && !stacked}
              controls={`${id}-${side}-content`}
              onToggle={() => setChosen(!open)}
            />
            <div
              id={`${id}-${side}-content`}
              className={mergeClasses(
                styles.content,
                joined && styles.inset,
                stacked && styles.contentStacked,
                !open && styles.hidden,
              )}
            >
              {elements}
            </div>
          </>
        ) : (
          elements
        )}
      </div>
    );
  };
  const tracks = drawer
    ? { gridTemplateColumns: `${stripWidth} minmax(0, 1fr)` }
    : hidden
      ? collapsedTracks(horizontal, hidden)
      : gridTracks(horizontal, ratio, min);
  return (
    <div
      id={id}
      ref={root}
      className={mergeClasses(
        styles.root,
        stacked && styles.stacked,
        stacked && joined && styles.stackedJoined,
        props.fill && styles.fill,
      )}
      style={stacked ? undefined : tracks}
      {...(joined ? { 'data-joined': '' } : {})}
    >
      {reason && (
        <p className={styles.reason}>
          <Icon name="info" size={16} />
          {reason}
        </p>
      )}
      {pane('first', first)}
      {!stacked && !hidden && !drawer && (
        <Separator
          key="separator"
          label={props.label || t('widgets.split.resize')}
          controls={`${id}-first`}
          horizontal={horizontal}
          ratio={ratio}
          initial={initial}
          min={min}
          onRatio={setRatio}
          joined={joined}
        />
      )}
      {pane('second', second)}
    </div>
  );
}
