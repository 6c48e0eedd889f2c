import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { SplitProps } from '../../src/engine/core/index.ts';
import { useText, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { keyboardScroll, useWiderThan } from '../../src/ui/index.ts';
import { CollapseHead } from './CollapseHead.tsx';
import { Separator } from './Separator.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', minWidth: 0, minHeight: 0 },
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
  // Stacked in a parent of a given height, the last pane takes what the first one leaves.
  paneFill: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minWidth: 0 },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', flex: '1 1 auto', minHeight: 0 },
  contentJoined: { padding: '0 12px 12px' },
  // The other pane stays within reach below it.
  contentStacked: { maxHeight: '70vh', overflowY: 'auto' },
  hidden: { display: 'none' },
});

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
  const visible = useVisibleChildren(items);
  const first = visible.filter((item) => item.id === items[0]?.id);
  const second = visible.filter((item) => item.id !== items[0]?.id);
  const stacked = (horizontal && wide === false) || first.length === 0 || second.length === 0;
  const min = props.min ?? defaultMinSizes;
  const joined = props.look === 'joined';
  const { collapse } = props;
  const open = chosen ?? roomy !== false;
  const hidden = collapse && !open ? collapse.child : undefined;

  const pane = (side: 'first' | 'second', paneItems: typeof visible) => {
    if (paneItems.length === 0) return null;
    const isLast = side === 'second' || second.length === 0;
    const elements = paneItems.map(({ element }) => element);
    return (
      <div
        key={side}
        id={`${id}-${side}`}
        className={mergeClasses(
          !stacked && styles.pane,
          stacked && props.fill && isLast && styles.paneFill,
          joined && styles.paneJoined,
        )}
        {...(stacked ? {} : { ref: keyboardScroll })}
      >
        {collapse?.child === side ? (
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
                joined && styles.contentJoined,
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
  const tracks = hidden ? collapsedTracks(horizontal, hidden) : gridTracks(horizontal, ratio, min);
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
    >
      {pane('first', first)}
      {!stacked && !hidden && (
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
