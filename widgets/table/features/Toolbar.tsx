import { Button, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useBusy, useCan, useFormat, useRun, useText } from '../../../src/engine/react/index.ts';
import { Icon, useTooltip, useNarrow } from '../../../src/ui/index.ts';
import type { TableSettings } from '../columns.ts';
import type { Selection } from './selection.tsx';
import type { FeatureStyles } from './styles.ts';

type BulkAction = NonNullable<NonNullable<TableSettings['selection']>['actions']>[number];

function ActionButton({ action, selection }: { action: BulkAction; selection: Selection }) {
  const run = useRun();
  const busy = useBusy(action.id);
  const start = async () => {
    const event = selection.rows();
    const steps = action.per === 'row' ? [{ each: { $expr: 'event.rows' }, do: action.do }] : action.do;
    const outcome = await run(steps, { id: action.id, event });
    if (outcome.status === 'done' && !action.keep) selection.clear();
  };
  return (
    <Button
      size="small"
      appearance="subtle"
      disabled={selection.count === 0}
      disabledFocusable={busy}
      {...(action.icon ? { icon: <Icon name={action.icon} size={16} /> } : {})}
      onClick={() => void start()}
    >
      {action.text}
    </Button>
  );
}

/** Button with an icon and a hint. */
export function IconButton({
  icon,
  text,
  disabled = false,
  expanded,
  onPress,
}: {
  icon: string;
  text: string;
  disabled?: boolean;
  expanded?: boolean;
  onPress(target: HTMLElement): void;
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
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded, 'aria-haspopup': 'dialog' })}
        onClick={(event) => onPress(event.currentTarget)}
      />
      {tooltip}
    </>
  );
}

/** Above the head: the number of rows or of selected rows, actions on those, and the table's own buttons. */
export function Toolbar({
  selection,
  actions,
  total,
  styles,
  children,
}: {
  selection: Selection | null;
  actions: readonly BulkAction[];
  total: number;
  styles: FeatureStyles;
  children: ReactNode;
}) {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  const narrow = useNarrow();
  const count = selection?.count ?? 0;
  const countText =
    count > 0
      ? t('widgets.table.selection.count', { count, number: format.number(count) })
      : t('widgets.table.rows', { count: total, number: format.number(total) });
  return (
    <div className={mergeClasses(styles.bar, count > 0 && styles.barSelected)}>
      <span role="status" className={mergeClasses(styles.count, count > 0 && styles.countSelected)}>
        {countText}
      </span>
      {selection &&
        count > 0 &&
        actions
          .filter((action) => !action.access || can(action.access))
          .map((action) => <ActionButton key={action.id} action={action} selection={selection} />)}
      <span className={styles.rest} />
      {children}
      {selection &&
        count > 0 &&
        (narrow ? (
          <IconButton icon="dismiss" text={t('widgets.table.selection.clear')} onPress={selection.clear} />
        ) : (
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="dismiss" size={16} />}
            onClick={selection.clear}
          >
            {t('widgets.table.selection.clear')}
          </Button>
        ))}
    </div>
  );
}
