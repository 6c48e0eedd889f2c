import { Divider as FluentDivider, makeStyles } from '@fluentui/react-components';
import type { DividerProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';

const useStyles = makeStyles({
  // Fluent's grows in a column as if it stood in a row.
  horizontal: { flexGrow: 0 },
  vertical: { flexGrow: 0, minHeight: '20px', alignSelf: 'stretch' },
});

/** A hairline between parts. */
export default function Divider({ id, props }: WidgetProps<DividerProps>) {
  const styles = useStyles();
  const vertical = props.direction === 'vertical';
  return (
    <FluentDivider id={id} vertical={vertical} className={vertical ? styles.vertical : styles.horizontal}>
      {props.text || undefined}
    </FluentDivider>
  );
}
