import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { StackProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';

const useStyles = makeStyles({
  root: { display: 'flex', minWidth: 0 },
  vertical: { flexDirection: 'column' },
  horizontal: { flexDirection: 'row' },
  wrap: { flexWrap: 'wrap' },
  // A watched child stands in an element without a box.
  equal: { '& > *, & > [data-watched] > *': { flex: '1 1 200px', minWidth: 0 } },
  fill: { flex: '1 1 auto', minHeight: 0 },
  none: { gap: 0 },
  small: { gap: '8px' },
  medium: { gap: '16px' },
  large: { gap: '24px' },
  alignStart: { alignItems: 'flex-start' },
  alignCenter: { alignItems: 'center' },
  alignEnd: { alignItems: 'flex-end' },
  alignStretch: { alignItems: 'stretch' },
  justifyStart: { justifyContent: 'flex-start' },
  justifyCenter: { justifyContent: 'center' },
  justifyEnd: { justifyContent: 'flex-end' },
  justifyBetween: { justifyContent: 'space-between' },
});

const aligns = {
  start: 'alignStart',
  center: 'alignCenter',
  end: 'alignEnd',
  stretch: 'alignStretch',
} as const;
const justifies = {
  start: 'justifyStart',
  center: 'justifyCenter',
  end: 'justifyEnd',
  between: 'justifyBetween',
} as const;

/** Children in a column or a row. */
export default function Stack({ id, props, children }: WidgetProps<StackProps>) {
  const styles = useStyles();
  return (
    <div
      id={id}
      className={mergeClasses(
        styles.root,
        styles[props.direction ?? 'vertical'],
        styles[props.gap ?? 'medium'],
        styles[aligns[props.align ?? 'stretch']],
        styles[justifies[props.justify ?? 'start']],
        props.wrap && styles.wrap,
        props.equal && styles.equal,
        props.fill && styles.fill,
      )}
    >
      {children}
    </div>
  );
}
