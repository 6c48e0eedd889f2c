import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useBarRoom, useFormat, useText } from '../../../src/engine/react/index.ts';
import { Icon, useTooltip } from '../../../src/ui/index.ts';
import { Bar, RowCount } from '../Bar.tsx';
import type { TableSettings } from '../columns.ts';
import type { Selection } from './selection.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { BulkAction } from './SelectionBar.tsx';

/** Button with an icon, and its text as a hint. */
export function IconButton({
  icon,
  text,
  disabled = false,
  onPress,
}: {
  icon: string;
  text: string;
  disabled?: boolean;
  onPress(): void;
}) {
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button
        {...trigger}
        size="small"
        appearance="subtle"
        disabledFocusable={disabled}
        icon={<Icon name={icon} size={16} />}
        onClick={onPress}
      />
      {tooltip}
    </>
  );
}

/** Above the head: the number of rows, and the table's own buttons. Without filters above, the selection stands here too. */
export function Toolbar({
  selection,
  actions,
  total,
  noun,
  narrow,
  bare,
  onClear,
  children,
}: {
  selection: Selection | null;
  actions: readonly BulkAction[];
  /** Null until it is known. */
  total: number | null;
  noun?: TableSettings['noun'];
  narrow: boolean;
  /** Nothing of its own is in it, and the number of rows stands elsewhere. */
  bare: boolean;
  /** Clears the selection and puts the focus back to the rows. */
  onClear(): void;
  children: ReactNode;
}) {
  const t = useText();
  const format = useFormat();
  const hasRoom = useBarRoom().element !== null || narrow;
  const count = selection?.count ?? 0;
  const isHere = count > 0 && !hasRoom;
  const content = (
    <>
      <RowCount total={total} noun={noun} hidden={bare || isHere}>
        {count > 0 && `, ${t('widgets.table.selection.count', { count, number: format.number(count) })}`}
      </RowCount>
      {selection && count > 0 && (
        <SelectionBar selection={selection} actions={actions} narrow={narrow} onClear={onClear}>
          {isHere && children}
        </SelectionBar>
      )}
    </>
  );
  if (bare) return content;
  return (
    <Bar selected={isHere} buttons={children}>
      {content}
    </Bar>
  );
}
