import {
  Button,
  makeStyles,
  mergeClasses,
  Overflow,
  OverflowItem,
  Portal,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Json } from '../../../src/contracts/json.ts';
import {
  useBarRoom,
  useBusy,
  useCan,
  useFormat,
  useReadState,
  useRun,
  useText,
} from '../../../src/engine/react/index.ts';
import { Icon, OverflowButton, useThumbBar } from '../../../src/ui/index.ts';
import type { TableSettings } from '../columns.ts';
import { takesTyping } from '../useGrid.ts';
import type { Selection } from './selection.tsx';

export type BulkAction = NonNullable<NonNullable<TableSettings['selection']>['actions']>[number];

/** Height of the bar, which is that of a filter bar of one line, in pixels. */
const barHeight = 56;

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    minWidth: 0,
    height: `${barHeight}px`,
    padding: '0 12px 0 16px',
    border: `1px solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorBrandBackground2,
  },
  // In the filter bar's place, over the filters that gave way.
  inRoom: { position: 'absolute', top: 0, insetInline: 0 },
  atBottom: {
    position: 'fixed',
    zIndex: 30,
    insetInline: 0,
    bottom: 0,
    boxSizing: 'content-box',
    paddingBottom: 'env(safe-area-inset-bottom, 0px)',
    borderRadius: 0,
    borderTopWidth: '1px',
    borderBottomWidth: 0,
    borderLeftWidth: 0,
    borderRightWidth: 0,
    boxShadow: tokens.shadow8,
    '& button': { minHeight: '44px' },
  },
  inToolbar: { display: 'flex', alignItems: 'center', gap: '8px', flex: '1 1 0', minWidth: 0 },
  count: {
    flexShrink: 0,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  actions: {
    display: 'flex',
    alignItems: 'center',
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'hidden',
    padding: '2px',
  },
  divided: { borderLeft: `1px solid ${tokens.colorBrandStroke2}`, paddingInlineStart: '10px' },
  // Fluent counts the widths of items, but no gap between them.
  action: { flexShrink: 0, paddingInlineEnd: '4px' },
  button: { whiteSpace: 'nowrap' },
  clear: { flexShrink: 0, whiteSpace: 'nowrap' },
});

function ActionButton({ action, onPress }: { action: BulkAction; onPress(): void }) {
  const styles = useStyles();
  const busy = useBusy(action.id);
  return (
    <Button
      className={styles.button}
      appearance="subtle"
      disabledFocusable={busy}
      {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
      onClick={onPress}
    >
      {action.text}
    </Button>
  );
}

interface BarProps {
  selection: Selection;
  actions: readonly BulkAction[];
  narrow: boolean;
  /** Clears the selection and puts the focus back to the rows. */
  onClear(): void;
  /** Between the actions and the button that clears. */
  children?: ReactNode;
}

function Content({ selection, actions, narrow, onClear, children }: BarProps) {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const readState = useReadState();
  const allowed = actions.filter((action) => !action.access || can(action.access));
  const start = async (action: BulkAction) => {
    const event = selection.rows();
    const isPerRow = action.per === 'row';
    const steps = isPerRow ? [{ each: { $expr: 'event.rows' }, do: action.do }] : action.do;
    const left = new Set<Json>(event.keys);
    const itemDone = (index: number) => left.delete(event.keys[index]!);
    const outcome = await run(steps, { id: action.id, event, itemDone });
    if (action.keep === true || outcome.status === 'busy') return;
    if (outcome.status !== 'done') {
      // Failed rows stay selected, and those that were not begun.
      if (isPerRow && left.size < event.keys.length) selection.keep(event, left);
      return;
    }
    const kept = typeof action.keep === 'string' ? readState(action.keep) : null;
    if (Array.isArray(kept) && kept.length > 0) selection.keep(event, new Set(kept));
    else onClear();
  };
  const { count } = selection;
  return (
    <>
      <span className={styles.count}>
        {t('widgets.table.selection.count', { count, number: format.number(count) })}
      </span>
      <Overflow minimumVisible={1} padding={14}>
        <div className={mergeClasses(styles.actions, allowed.length > 0 && styles.divided)}>
          {allowed.map((action) => (
            <OverflowItem key={action.id} id={action.id}>
              <div className={styles.action}>
                <ActionButton action={action} onPress={() => void start(action)} />
              </div>
            </OverflowItem>
          ))}
          <OverflowButton
            entries={allowed.map(({ id, text, icon }) => ({ id, text, icon }))}
            label={(more) => t('widgets.table.selection.more', { count: more })}
            onSelect={(id) => {
              const action = allowed.find((one) => one.id === id);
              if (action) void start(action);
            }}
          />
        </div>
      </Overflow>
      {children}
      <Button
        className={styles.clear}
        appearance="subtle"
        icon={<Icon name="dismiss" />}
        onClick={onClear}
        {...(narrow ? { 'aria-label': t('widgets.table.selection.clear') } : {})}
      >
        {narrow ? null : t('widgets.table.selection.clear')}
      </Button>
    </>
  );
}

/** Surfaces that Escape belongs to before it clears a selection. */
const escapable =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-haspopup][aria-expanded="true"]';

/** Escape clears the selection, wherever the focus is. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
      if (!takesTyping(target) && !target.closest(escapable)) onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
}

function BottomBar(props: BarProps) {
  const styles = useStyles();
  const t = useText();
  useThumbBar(barHeight);
  return (
    <Portal>
      <section
        aria-label={t('widgets.table.selection.title')}
        className={mergeClasses(styles.bar, styles.atBottom)}
      >
        <Content {...props} />
      </section>
    </Portal>
  );
}

/** In the room of the filter bar, which keeps its height. */
function RoomBar({ element, take, ...props }: BarProps & { element: HTMLElement; take(): () => void }) {
  const styles = useStyles();
  const t = useText();
  useLayoutEffect(take, [take]);
  return createPortal(
    <section
      aria-label={t('widgets.table.selection.title')}
      className={mergeClasses(styles.bar, styles.inRoom)}
    >
      <Content {...props} />
    </section>,
    element,
  );
}

/**
 * Number of the selected rows and actions on them. It takes the place of the filters of the same rows, so that nothing moves;
 * on a phone it stands at the bottom, above what the thumb reaches; in a list without filters it stands in the toolbar.
 */
export function SelectionBar(props: BarProps) {
  const styles = useStyles();
  const { element, take } = useBarRoom();
  useEscape(props.onClear);
  if (props.narrow) return <BottomBar {...props} />;
  if (element) return <RoomBar {...props} element={element} take={take} />;
  return (
    <div className={styles.inToolbar}>
      <Content {...props} />
    </div>
  );
}
