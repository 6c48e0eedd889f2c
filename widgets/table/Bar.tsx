import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useText } from '../../src/engine/react/index.ts';
import { Icon, visuallyHidden } from '../../src/ui/index.ts';
import type { TableSettings } from './columns.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: '4px',
    minHeight: '44px',
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    position: 'relative',
    minWidth: 0,
  },
  selected: { backgroundColor: tokens.colorBrandBackground2 },
  count: {
    marginInlineEnd: '8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    flexShrink: 0,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  hidden: visuallyHidden,
  rest: { flexGrow: 1 },
});

/** The bar above the head: its content, with the table's own buttons at the right end. */
export function Bar({
  selected = false,
  buttons,
  children,
}: {
  selected?: boolean;
  buttons: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.bar, selected && styles.selected)}>
      {children}
      {!selected && (
        <>
          <span className={styles.rest} />
          {buttons}
        </>
      )}
    </div>
  );
}

/** The number of rows; null until it is known. */
export function RowCount({
  total,
  noun,
  hidden = false,
  children,
}: {
  total: number | null;
  noun?: TableSettings['noun'];
  hidden?: boolean;
  /** Said after the number, and not seen. */
  children?: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const format = useFormat();
  return (
    <span role="status" className={hidden ? styles.hidden : styles.count}>
      {total !== null &&
        t(noun ? 'widgets.table.namedRows' : 'widgets.table.rows', {
          ...noun,
          count: total,
          number: format.number(total),
        })}
      {children && <span className={styles.hidden}>{children}</span>}
    </span>
  );
}

/** Opens the settings of the columns. */
export function ColumnsButton({
  open,
  busy = false,
  pressed = false,
  onApproach,
  onPress,
}: {
  open: boolean;
  /** Its surface is being loaded. */
  busy?: boolean;
  /** It was pressed before it was rendered: the press counts, and the focus with it. */
  pressed?: boolean;
  /** Pointer or focus comes to it. */
  onApproach?: () => void;
  onPress(target: HTMLElement): void;
}) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const first = useRef(pressed);
  useLayoutEffect(() => {
    if (!first.current || !button.current) return;
    first.current = false;
    button.current.focus();
    onPress(button.current);
  });
  return (
    <Button
      ref={button}
      appearance="subtle"
      icon={<Icon name="table-simple" />}
      aria-expanded={open}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {t('widgets.table.columns.title')}
    </Button>
  );
}
