import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { SplitProps } from '../../src/engine/core/index.ts';
import { useText, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { keyboardScroll, useWiderThan } from '../../src/ui/index.ts';
import { Separator } from './Separator.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', minWidth: 0, minHeight: 0 },
  stacked: { display: 'flex', flexDirection: 'column', gap: '16px' },
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
});

const defaultMinSizes = [160, 160] as const;

/** Grid tracks of the panes and the separator along the direction. */
function gridTracks(horizontal: boolean, ratio: number, min: readonly number[]): CSSProperties {
  const sizes = `minmax(${min[0]}px, ${ratio}fr) auto minmax(${min[1]}px, ${100 - ratio}fr)`;
  return horizontal ? { gridTemplateColumns: sizes } : { gridTemplateRows: sizes };
}

/** Two panes with a movable separator between them. */
export default function Split({ id, props, childItems: items }: WidgetProps<SplitProps>) {
  const styles = useStyles();
  const t = useText();
  const root = useRef<HTMLDivElement>(null);
  const horizontal = props.direction !== 'vertical';
  const wide = useWiderThan(root, props.stackBelow ?? 640);
  const initial = props.ratio ?? 50;
  const [ratio, setRatio] = useState(initial);
  const visible = useVisibleChildren(items);
  const first = visible.filter((item) => item.id === items[0]?.id);
  const second = visible.filter((item) => item.id !== items[0]?.id);
  const stacked = (horizontal && wide === false) || first.length === 0 || second.length === 0;
  const min = props.min ?? defaultMinSizes;
  const pane = (side: 'first' | 'second', paneItems: typeof visible) =>
    paneItems.length > 0 && (
      <div
        key={side}
        id={`${id}-${side}`}
        {...(stacked ? {} : { className: styles.pane, ref: keyboardScroll })}
      >
        {paneItems.map(({ element }) => element)}
      </div>
    );
  return (
    <div
      id={id}
      ref={root}
      className={mergeClasses(styles.root, stacked && styles.stacked, props.fill && styles.fill)}
      style={stacked ? undefined : gridTracks(horizontal, ratio, min)}
    >
      {pane('first', first)}
      {!stacked && (
        <Separator
          key="separator"
          label={props.label || t('widgets.split.resize')}
          controls={`${id}-first`}
          horizontal={horizontal}
          ratio={ratio}
          initial={initial}
          min={min}
          onRatio={setRatio}
        />
      )}
      {pane('second', second)}
    </div>
  );
}
