import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo, useRef } from 'react';
import { gridGap, gridPositions, gridRow, gridWidths } from '../../src/engine/core/index.ts';
import type { GridItem, GridProps, GridWidth } from '../../src/engine/core/index.ts';
import { instanceScreen, useInstances, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { WidgetChild, WidgetProps } from '../../src/engine/react/index.ts';
import { useWidthStep } from '../../src/ui/index.ts';
import { Tile } from './Tile.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    minWidth: 0,
  },
  fixed: {
    gridAutoRows: `${gridRow}px`,
    // On paper nothing scrolls: what is higher than its place takes more.
    '@media print': { gridAutoRows: `minmax(${gridRow}px, auto)` },
  },
  auto: { gridAutoRows: `minmax(${gridRow}px, auto)` },
});

const steps = [gridWidths.small, gridWidths.medium];

/** Space between cards, in pixels. */
const cardGap = 16;

/** All instances, and the children without any, which are hidden: their rows are closed. */
function placedItems(items: readonly WidgetChild[], children: readonly WidgetChild[]): GridItem[] {
  const made = items.map(({ id, at, instance }) => ({ id, at, instanceOf: instance?.of }));
  const known = new Set(items.flatMap(({ id, instance }) => [id, instance?.of]));
  return [...made, ...children.filter(({ id }) => !known.has(id))];
}

/** Children in 12 columns, each at the position of its `at`. */
export default function Grid({ id, props, childItems }: WidgetProps<GridProps>) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const step = useWidthStep(root, steps, id);
  const width: GridWidth =
    step === null || step < gridWidths.small ? 'small' : step < gridWidths.medium ? 'medium' : 'large';
  const items = useInstances(childItems);
  const visible = useVisibleChildren(items, instanceScreen);
  const elements = useMemo(() => new Map(visible.map((item) => [item.id, item.element])), [visible]);
  const positions = useMemo(
    () => gridPositions(placedItems(items, childItems), width, (item) => elements.has(item)),
    [items, childItems, width, elements],
  );
  const childOf = useMemo(
    () => new Map(items.map(({ id: item, instance }) => [item, instance?.of ?? item])),
    [items],
  );
  const auto = props.rows === 'auto';
  const gap = props.gap === 'cards' ? cardGap : gridGap;
  // Heights are chosen for a width: in a narrower grid the content needs more.
  const fixed = new Set(
    auto
      ? []
      : items.filter(({ at }) => width !== 'small' || at?.small?.h !== undefined).map((item) => item.id),
  );
  const rows = auto || width === 'small' ? styles.auto : styles.fixed;
  return (
    <div id={id} ref={root} className={mergeClasses(styles.root, rows)} style={{ gap }}>
      {/* Positions depend on the width, which is unknown before the first measurement. */}
      {step !== null &&
        positions.map((position) => (
          <Tile
            key={position.id}
            childId={childOf.get(position.id) ?? position.id}
            position={position}
            gap={gap}
            grows={!fixed.has(position.id)}
          >
            {elements.get(position.id)}
          </Tile>
        ))}
    </div>
  );
}
