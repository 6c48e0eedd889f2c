import {
  Button,
  Checkbox,
  Popover,
  PopoverSurface,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { ReOrderDotsVertical16Regular } from '@fluentui/react-icons/svg/re-order-dots-vertical';
import { useId, useState } from 'react';
import { useText } from '../../../src/engine/react/index.ts';
import { Icon } from '../../../src/ui/index.ts';
import { columnKey } from '../columns.ts';
import type { ColumnSetup } from './column-setup.tsx';

const coarse = '@media (pointer: coarse)';

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    width: '272px',
    maxHeight: 'min(480px, 80vh)',
    padding: 0,
  },
  head: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '6px 6px 2px 12px',
  },
  title: { fontWeight: tokens.fontWeightSemibold },
  list: {
    flexGrow: 1,
    minHeight: 0,
    margin: 0,
    padding: '2px 4px',
    overflowY: 'auto',
    listStyleType: 'none',
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    paddingInline: '8px 4px',
    borderRadius: tokens.borderRadiusMedium,
    // Shown by pointer and focus, as the actions of a row.
    '& button': { opacity: 0 },
    ':hover button': { opacity: 1 },
    ':focus-within button': { opacity: 1 },
    [coarse]: { minHeight: '44px', '& button': { opacity: 1 } },
  },
  movable: { cursor: 'grab', ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  lifted: { backgroundColor: tokens.colorNeutralBackground1, boxShadow: tokens.shadow8 },
  before: { boxShadow: `0 -2px 0 ${tokens.colorCompoundBrandStroke}` },
  after: { boxShadow: `0 2px 0 ${tokens.colorCompoundBrandStroke}` },
  grip: { flexShrink: 0, width: '16px', height: '16px', color: tokens.colorNeutralForeground3 },
  name: { marginInlineEnd: 'auto', minWidth: 0 },
  lockedName: { color: tokens.colorNeutralForeground1, cursor: 'default' },
  lock: { display: 'flex', marginInlineEnd: '4px', color: tokens.colorNeutralForeground3 },
  foot: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '4px 4px 4px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  reset: { color: tokens.colorBrandForegroundLink, fontWeight: tokens.fontWeightRegular },
});

/** Selects the columns that the person sees, and their order. Locked columns stay where they are. */
export default function ColumnPanel({
  target,
  setup,
  onClose,
}: {
  target: HTMLElement;
  setup: ColumnSetup;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const hint = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const keys = setup.all.map(columnKey);
  const visibleColumns = keys.filter((key) => !setup.hidden.includes(key));
  const dropClass = (key: string) => {
    if (key === dragged) return styles.lifted;
    if (key !== over || dragged === null) return undefined;
    return keys.indexOf(dragged) < keys.indexOf(key) ? styles.after : styles.before;
  };
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <PopoverSurface
        className={styles.surface}
        aria-label={t('widgets.table.columns.title')}
        aria-describedby={hint}
      >
        <div className={styles.head}>
          <span className={styles.title}>{t('widgets.table.columns.title')}</span>
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="dismiss" size={16} />}
            aria-label={t('widgets.table.columns.close')}
            onClick={onClose}
          />
        </div>
        <ul className={styles.list}>
          {setup.all.map((column) => {
            const key = columnKey(column);
            const visible = !setup.hidden.includes(key);
            const locked = setup.locked.includes(key);
            return (
              <li
                key={key}
                draggable={!locked}
                className={mergeClasses(styles.item, !locked && styles.movable, dropClass(key))}
                onDragStart={(event) => {
                  setDragged(key);
                  event.dataTransfer.setData('text/plain', key);
                }}
                onDragOver={(event) => {
                  if (dragged === null) return;
                  // Nothing takes the place of a locked column.
                  setOver(locked ? null : key);
                  if (!locked) event.preventDefault();
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null) setup.moveTo(dragged, key);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
              >
                {locked ? (
                  <span className={styles.grip} />
                ) : (
                  <ReOrderDotsVertical16Regular className={styles.grip} aria-hidden="true" />
                )}
                <Checkbox
                  className={styles.name}
                  label={locked ? { children: column.title, className: styles.lockedName } : column.title}
                  checked={visible}
                  disabled={locked || (visible && visibleColumns.length === 1)}
                  onChange={(_, change) => setup.show(key, change.checked === true)}
                />
                {locked ? (
                  <span className={styles.lock}>
                    <Icon name="lock-closed" size={16} label={t('widgets.table.columns.locked')} />
                  </span>
                ) : (
                  ([-1, 1] as const).map((by) => (
                    <Button
                      key={by}
                      size="small"
                      appearance="subtle"
                      icon={<Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} size={16} />}
                      aria-label={t(by < 0 ? 'widgets.table.columns.up' : 'widgets.table.columns.down', {
                        column: column.title,
                      })}
                      disabledFocusable={!setup.canMove(key, by)}
                      onClick={() => setup.move(key, by)}
                    />
                  ))
                )}
              </li>
            );
          })}
        </ul>
        <div className={styles.foot}>
          <span>{t('widgets.table.columns.own')}</span>
          <Button
            size="small"
            appearance="transparent"
            className={styles.reset}
            disabledFocusable={!setup.changed}
            onClick={setup.reset}
          >
            {t('widgets.table.columns.reset')}
          </Button>
        </div>
        <span id={hint} hidden>
          {t('widgets.table.columns.hint')}
        </span>
      </PopoverSurface>
    </Popover>
  );
}
