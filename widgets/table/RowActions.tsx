import { makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useBusy, useText } from '../../src/engine/react/index.ts';
import { Icon, LazyComponent, lazyComponent, notify, useTooltip } from '../../src/ui/index.ts';
import { maxButtons } from './columns.ts';
import { actionsClass, focusRing } from './styles.ts';
import type { TableStyles } from './styles.ts';
import type { RowAction, RowKey, TableView } from './view.ts';

// Loaded when pointer or focus comes to a menu button, as it weighs 45 KB.
export const loadRowMenu = () => import('./RowMenu.tsx');
const rowMenu = lazyComponent(loadRowMenu);

export interface RowActionTools {
  styles: TableStyles;
  /** The last column is the place of the rows' menu buttons. */
  actionsColumn: boolean;
  rowLabel(name: string): string;
  run(action: RowAction, index: number): void;
  openMenu(index: number, target: HTMLElement): void;
}

// Not among the table's styles: these are inserted when a pointer first comes to a row.
const useStyles = makeStyles({
  buttons: {
    // Over the whole last column, so that no word of it is cut; with its hairline.
    position: 'absolute',
    boxSizing: 'border-box',
    top: 0,
    bottom: '-1px',
    right: 0,
    width: 'var(--strip)',
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    paddingInlineEnd: '8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    opacity: 0,
    // The row's own background, in whatever state the row is.
    backgroundColor: 'inherit',
    '@media (pointer: coarse)': { display: 'none' },
  },
  button: {
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

interface RowEndProps {
  view: TableView;
  index: number;
  tools: RowActionTools;
  /** Pointer or focus is in the row. */
  active: boolean;
  /** Button that takes the focus: a new object for each request. */
  focus: { at: number } | null;
}

function ActionButton({
  action,
  rowKey,
  className,
  onRun,
}: {
  action: RowAction;
  rowKey: RowKey;
  className: string;
  onRun(): void;
}) {
  const busy = useBusy(action.id, rowKey);
  const { trigger, tooltip } = useTooltip(action.text);
  return (
    <>
      <button
        type="button"
        {...trigger}
        tabIndex={-1}
        className={className}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) onRun();
        }}
      >
        {busy ? <Spinner size="extra-tiny" aria-hidden /> : <Icon name={action.icon ?? 'square'} size={16} />}
      </button>
      {tooltip}
    </>
  );
}

/** Buttons over the end of the row that the pointer or the focus is in; other rows do not render them. */
function ActionButtons({
  actions,
  label,
  view,
  index,
  tools,
  focus,
}: Omit<RowEndProps, 'active'> & { actions: readonly RowAction[]; label: string }) {
  const styles = useStyles();
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!focus) return;
    const buttons = group.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(focus.at, buttons.length - 1)]?.focus();
  }, [focus]);
  return (
    <div ref={group} role="group" aria-label={label} className={`${styles.buttons} ${actionsClass}`}>
      {actions.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          rowKey={view.keyOf(index)}
          className={action.danger ? `${styles.button} ${tools.styles.danger}` : styles.button}
          onRun={() => tools.run(action, index)}
        />
      ))}
    </div>
  );
}

/** Actions at the end of a row: a menu button, and up to four buttons in the active row. No component: every row has it. */
export function renderRowEnd({ view, index, tools, active, focus }: RowEndProps): ReactNode {
  const { styles } = tools;
  const actions = view.actions(index);
  if (actions.length === 0) return null;
  const asButtons =
    !tools.actionsColumn &&
    actions.length <= maxButtons &&
    actions.every((action) => action.icon !== undefined);
  const label = tools.rowLabel(view.nameOf(index));
  return (
    <>
      {active && asButtons && (
        <ActionButtons
          actions={actions}
          label={label}
          view={view}
          index={index}
          tools={tools}
          focus={focus}
        />
      )}
      <button
        type="button"
        data-more
        tabIndex={-1}
        className={`${styles.more} ${tools.actionsColumn ? styles.moreAlways : ''} ${asButtons ? '' : `${styles.moreVisible} ${actionsClass}`}`}
        aria-haspopup="menu"
        aria-label={label}
        onClick={(event) => tools.openMenu(index, event.currentTarget)}
      >
        ⋯
      </button>
    </>
  );
}

export interface OpenMenu {
  key: RowKey;
  /** Element that the menu opens at. */
  target: HTMLElement;
}

/** The open row menu. It stays with its row when rows move. */
export function OpenRowMenu({
  menu: { key, target },
  view,
  tools,
  onClose,
}: {
  menu: OpenMenu;
  view: TableView;
  tools: RowActionTools;
  onClose(): void;
}) {
  const t = useText();
  const index = view.rows.findIndex((_, row) => view.keyOf(row) === key);
  const actions = index < 0 ? [] : view.actions(index);
  // The row was deleted while its menu was open.
  if (actions.length === 0) return null;
  return (
    <LazyComponent
      source={rowMenu}
      onFailed={() => {
        onClose();
        notify('error', t('widgets.frame.failed.title'));
      }}
    >
      {(RowMenu) => (
        <RowMenu
          target={target}
          label={tools.rowLabel(view.nameOf(index))}
          name={view.nameOf(index)}
          actions={actions}
          rowKey={key}
          run={(action) => tools.run(action, index)}
          onClose={onClose}
        />
      )}
    </LazyComponent>
  );
}
