import { Divider as FluentDivider, makeStyles } from '@fluentui/react-components';
import type { DividerProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';

const useStyles = makeStyles({
  // Fluent's divider would grow in a column.
  horizontal: { flexGrow: 0 },
  vertical: { flexGrow: 0, minHeight: '20px', alignSelf: 'stretch' },
});

/** A line between nodes, with or without a text. */
export default function Divider({ id, props }: WidgetProps<DividerProps>) {
  const styles = useStyles();
  const vertical = props.direction === 'vertical';
  return (
    <FluentDivider id={id} vertical={vertical} className={vertical ? styles.vertical : styles.horizontal}>
      {props.text || undefined}
    </FluentDivider>
  );
}
