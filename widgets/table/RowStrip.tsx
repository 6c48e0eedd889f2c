import { makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import { useBusy } from '../../src/engine/react/index.ts';
import { Icon, useTooltip } from '../../src/ui/index.ts';
import { actionsClass, focusRing } from './styles.ts';
import type { RowAction, RowKey } from './view.ts';

// Apart from the table's: they are made when a pointer first comes to a row.
const useStyles = makeStyles({
  strip: {
    position: 'absolute',
    insetBlock: 0,
    right: '8px',
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    paddingInline: '8px 0',
    opacity: 0,
    // As the row below it, whatever state that is in.
    backgroundColor: 'inherit',
    '@media (pointer: coarse)': { display: 'none' },
  },
  iconButton: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Pressed,
      color: tokens.colorNeutralForeground1,
    },
    ':focus-visible': focusRing,
    '[aria-disabled=true]': { cursor: 'default', color: tokens.colorNeutralForegroundDisabled },
  },
});

function ActionButton({
  action,
  rowKey,
  styles,
  danger,
  run,
}: {
  action: RowAction;
  rowKey: RowKey;
  styles: ReturnType<typeof useStyles>;
  danger: string;
  run(action: RowAction): void;
}) {
  const busy = useBusy(action.id, rowKey);
  const { trigger, tooltip } = useTooltip(action.text);
  return (
    <>
      <button
        type="button"
        {...trigger}
        tabIndex={-1}
        className={action.danger ? `${styles.iconButton} ${danger}` : styles.iconButton}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) run(action);
        }}
      >
        {busy ? <Spinner size="extra-tiny" aria-hidden /> : <Icon name={action.icon ?? 'square'} size={16} />}
      </button>
      {tooltip}
    </>
  );
}

/** Up to four buttons over the end of the row that the pointer or the focus is in; no other row pays for them. */
export function RowStrip({
  actions,
  rowKey,
  label,
  focus,
  danger,
  run,
}: {
  actions: readonly RowAction[];
  rowKey: RowKey;
  label: string;
  /** Which button takes the focus now: a new object for each request. */
  focus: { at: number } | null;
  /** Class name of what does harm. */
  danger: string;
  run(action: RowAction): void;
}) {
  const styles = useStyles();
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!focus) return;
    const buttons = strip.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(focus.at, buttons.length - 1)]?.focus();
  }, [focus]);
  return (
    <div ref={strip} role="group" aria-label={label} className={`${styles.strip} ${actionsClass}`}>
      {actions.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          rowKey={rowKey}
          styles={styles}
          danger={danger}
          run={run}
        />
      ))}
    </div>
  );
}
