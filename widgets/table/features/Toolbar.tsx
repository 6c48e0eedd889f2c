import { Button, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useBarRoom, useFormat, useText } from '../../../src/engine/react/index.ts';
import { Icon, useTooltip } from '../../../src/ui/index.ts';
import type { Selection } from './selection.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { BulkAction } from './SelectionBar.tsx';
import type { FeatureStyles } from './styles.ts';

/** Button with an icon and its text, as a hint where there is no room for it. */
export function IconButton({
  icon,
  text,
  labelled = false,
  disabled = false,
  expanded,
  onPress,
}: {
  icon: string;
  text: string;
  /** The text stands beside the icon. */
  labelled?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  onPress(target: HTMLElement): void;
}) {
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button
        {...(labelled ? {} : trigger)}
        size={labelled ? 'medium' : 'small'}
        appearance="subtle"
        disabledFocusable={disabled}
        icon={<Icon name={icon} size={labelled ? 20 : 16} />}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded, 'aria-haspopup': 'dialog' })}
        onClick={(event) => onPress(event.currentTarget)}
      >
        {labelled ? text : null}
      </Button>
      {!labelled && tooltip}
    </>
  );
}

/** Above the head: the number of rows, and the table's own buttons. Without filters above, the selection stands here too. */
export function Toolbar({
  selection,
  actions,
  total,
  narrow,
  bare,
  styles,
  onClear,
  children,
}: {
  selection: Selection | null;
  actions: readonly BulkAction[];
  total: number;
  narrow: boolean;
  /** Nothing of its own is in it, and the number of rows stands elsewhere. */
  bare: boolean;
  styles: FeatureStyles;
  /** Clears the selection and puts the focus back to the rows. */
  onClear(): void;
  children: ReactNode;
}) {
  const t = useText();
  const format = useFormat();
  const hasRoom = useBarRoom().element !== null || narrow;
  const count = selection?.count ?? 0;
  const isHere = count > 0 && !hasRoom;
  const bar = selection && count > 0 && (
    <SelectionBar selection={selection} actions={actions} narrow={narrow} onClear={onClear}>
      {isHere && children}
    </SelectionBar>
  );
  const status = (
    <span role="status" className={bare || isHere ? styles.hidden : styles.count}>
      {t('widgets.table.rows', { count: total, number: format.number(total) })}
      {count > 0 && (
        <span className={styles.hidden}>
          {`, ${t('widgets.table.selection.count', { count, number: format.number(count) })}`}
        </span>
      )}
    </span>
  );
  if (bare)
    return (
      <>
        {status}
        {bar}
      </>
    );
  return (
    <div className={mergeClasses(styles.bar, isHere && styles.barSelected)}>
      {status}
      {bar}
      {!isHere && (
        <>
          <span className={styles.rest} />
          {children}
        </>
      )}
    </div>
  );
}
