import { Spinner } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import { useBusy } from '../../src/engine/react/index.ts';
import { Icon, useHint } from '../../src/ui/index.ts';
import { actionsClass } from './styles.ts';
import type { TableStyles } from './styles.ts';
import type { RowAction, RowKey } from './view.ts';

function ActionButton({
  action,
  rowKey,
  styles,
  run,
}: {
  action: RowAction;
  rowKey: RowKey;
  styles: TableStyles;
  run(action: RowAction): void;
}) {
  const busy = useBusy(action.id, rowKey);
  const { trigger, bubble } = useHint(action.text);
  return (
    <>
      <button
        type="button"
        {...trigger}
        tabIndex={-1}
        className={action.danger ? `${styles.iconButton} ${styles.danger}` : styles.iconButton}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) run(action);
        }}
      >
        {busy ? <Spinner size="extra-tiny" aria-hidden /> : <Icon name={action.icon ?? 'square'} size={16} />}
      </button>
      {bubble}
    </>
  );
}

/** Up to four buttons over the end of the row that the pointer or the focus is in; no other row pays for them. */
export function RowStrip({
  actions,
  rowKey,
  label,
  focus,
  styles,
  run,
}: {
  actions: readonly RowAction[];
  rowKey: RowKey;
  label: string;
  /** Which button takes the focus now: a new object for each request. */
  focus: { at: number } | null;
  styles: TableStyles;
  run(action: RowAction): void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!focus) return;
    const buttons = strip.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(focus.at, buttons.length - 1)]?.focus();
  }, [focus]);
  return (
    <div ref={strip} role="group" aria-label={label} className={`${styles.strip} ${actionsClass}`}>
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} rowKey={rowKey} styles={styles} run={run} />
      ))}
    </div>
  );
}
