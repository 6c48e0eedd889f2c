import { Button, Checkbox, Popover, PopoverSurface, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useText } from '../../../src/engine/react/index.ts';
import { Icon } from '../../../src/ui/index.ts';
import { columnKey } from '../columns.ts';
import type { ColumnSetup } from './column-setup.tsx';

const useStyles = makeStyles({
  surface: { padding: '12px', width: '320px', maxHeight: 'min(480px, 80vh)', overflow: 'auto' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '32px' },
  title: { fontWeight: tokens.fontWeightSemibold },
  list: { margin: '4px 0', padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    minHeight: '34px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'grab',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  over: { boxShadow: `0 -2px 0 ${tokens.colorCompoundBrandStroke}` },
  name: { marginInlineEnd: 'auto', minWidth: 0 },
  lock: { display: 'flex', marginInlineEnd: '4px', color: tokens.colorNeutralForeground3 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Selects the columns that the person sees, and their order. */
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
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const visibleColumns = setup.all.filter((column) => !setup.hidden.includes(columnKey(column)));
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <PopoverSurface className={styles.surface} aria-label={t('widgets.table.columns.title')}>
        <div className={styles.head}>
          <span className={styles.title}>{t('widgets.table.columns.title')}</span>
          <Button size="small" appearance="subtle" disabledFocusable={!setup.changed} onClick={setup.reset}>
            {t('widgets.table.columns.reset')}
          </Button>
        </div>
        <ul className={styles.list}>
          {setup.all.map((column) => {
            const key = columnKey(column);
            const visible = !setup.hidden.includes(key);
            const locked = setup.locked.includes(key);
            const position = visibleColumns.indexOf(column);
            return (
              <li
                key={key}
                draggable
                className={over === key ? `${styles.item} ${styles.over}` : styles.item}
                onDragStart={(event) => {
                  setDragged(key);
                  event.dataTransfer.setData('text/plain', key);
                }}
                onDragOver={(event) => {
                  if (dragged === null) return;
                  event.preventDefault();
                  setOver(key);
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null && dragged !== key) setup.moveTo(dragged, key);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
              >
                <Checkbox
                  className={styles.name}
                  label={column.title}
                  checked={visible}
                  disabled={locked || (visible && visibleColumns.length === 1)}
                  onChange={(_, change) => setup.show(key, change.checked === true)}
                />
                {locked && (
                  <span className={styles.lock}>
                    <Icon name="lock-closed" size={16} label={t('widgets.table.columns.locked')} />
                  </span>
                )}
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    size="small"
                    appearance="subtle"
                    icon={<Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} size={16} />}
                    aria-label={t(by < 0 ? 'widgets.table.columns.up' : 'widgets.table.columns.down', {
                      column: column.title,
                    })}
                    disabledFocusable={!visible || visibleColumns[position + by] === undefined}
                    onClick={() => setup.move(key, by)}
                  />
                ))}
              </li>
            );
          })}
        </ul>
        <p className={styles.hint}>{t('widgets.table.columns.hint')}</p>
      </PopoverSurface>
    </Popover>
  );
}
