import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { pictureUrl } from '../../../../contracts/url.ts';
import { CountBadge, useMeasuredRows, useRoving, visuallyHidden } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useControls } from '../context.ts';
import { OptionsCombobox, useOptionSearch } from '../controls/OptionsCombobox.tsx';
import { Panel, type PanelProps } from './Panel.tsx';
import { usePanelStyles } from './panel-styles.ts';
import { pendingItems, type PendingItem } from './pending-items.ts';
import { PendingRow } from './PendingRow.tsx';

const useStyles = makeStyles({
  added: { color: tokens.colorStatusSuccessForeground1, fontSize: tokens.fontSizeBase200 },
  removed: { color: 'var(--errorForeground)', fontSize: tokens.fontSizeBase200 },
  add: { padding: '12px 16px', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  list: { position: 'relative', margin: 0, padding: 0, listStyleType: 'none' },
  spoken: visuallyHidden,
});

const rowHeight = 43;

/** A list of items that are added and removed with the next save, and until then marked and taken back one by one. */
export default function PendingListControl(props: PanelProps) {
  const styles = { ...useStyles(), panel: usePanelStyles() };
  const t = useText();
  const { loaded, text } = useControls();
  const { field, id, label, value, onChange } = props;
  const names = useMemo(() => namesOf(field.options), [field.options]);
  const saved = loaded()[field.name];
  const [again, setAgain] = useState<{ of: Json | undefined; keys: ReadonlySet<string | number> }>({
    of: saved,
    keys: new Set(),
  });
  // After a reset nothing is new.
  const readded = again.of === saved && value !== saved ? again.keys : none;
  const items = useMemo(() => pendingItems(saved, value, names, readded), [saved, value, names, readded]);
  const [said, setSaid] = useState('');
  const isLocked = props.disabled || props.readOnly;
  const { locked } = field.own;
  const reason = locked === undefined ? '' : text(locked.reason);
  const staysFor = ({ state, item }: PendingItem): string | undefined =>
    locked !== undefined && state === 'existing' && item[locked.field] === true ? reason : undefined;
  const isSaved = (key: string | number) => listOf(saved).some((item) => keyOf(item, names.key) === key);

  function add(key: string | number, name: string, image: string | null): void {
    if (items.some((one) => one.key === key && one.state !== 'deleted')) return;
    const known = listOf(saved).find((item) => keyOf(item, names.key) === key);
    if (known !== undefined) setAgain({ of: saved, keys: new Set(readded).add(key) });
    const shown = {
      [names.key]: key,
      [names.label]: name,
      ...(names.image !== null && { [names.image]: image }),
    };
    onChange([...listOf(value), known ?? shown]);
    setSaid(t('form.pending.saidAdded', { name }));
  }
  /** Removes a saved item, or takes back what was added. */
  function remove({ key, label: name, state }: PendingItem): void {
    forget(key);
    onChange(listOf(value).filter((item) => keyOf(item, names.key) !== key));
    const isUndone = state === 'new' && !isSaved(key);
    setSaid(t(isUndone ? 'form.pending.saidUndone' : 'form.pending.saidRemoved', { name }));
  }
  function restore({ key, label: name, item }: PendingItem): void {
    forget(key);
    // In its place, so that nothing moves.
    const kept = new Set(listOf(value).map((one) => keyOf(one, names.key))).add(key);
    const before = listOf(saved).filter((one) => kept.has(keyOf(one, names.key)));
    const added = listOf(value).filter((one) => !isSaved(keyOf(one, names.key)!));
    onChange(before.length + added.length > 0 ? [...before, ...added] : [item]);
    setSaid(t('form.pending.saidRestored', { name }));
  }
  function forget(key: string | number): void {
    if (!readded.has(key)) return;
    const keys = new Set(readded);
    keys.delete(key);
    setAgain({ of: saved, keys });
  }

  const search = useOptionSearch(props);
  const present = useMemo(
    () => new Set(items.filter(({ state }) => state !== 'deleted').map(({ key }) => key)),
    [items],
  );
  const options = search.options.options.map((option) =>
    present.has(option.value as string | number) ? { ...option, disabled: true } : option,
  );
  const scroller = useRef<HTMLDivElement>(null);
  const itemKey = useCallback((at: number) => items[at]?.key ?? at, [items]);
  const window = useMeasuredRows({ count: items.length, rowHeight, scroller, keyOf: itemKey });
  const roving = useRoving(scroller, items.length, window);
  const [news, gone] = (['new', 'deleted'] as const).map(
    (state) => items.filter((one) => one.state === state).length,
  ) as [number, number];

  function act(item: PendingItem, at: number): void {
    if (staysFor(item) !== undefined) return;
    if (item.state === 'deleted') restore(item);
    else remove(item);
    // The focus stays where it was, on the item that stands there then.
    roving.focusRow(at);
  }

  return (
    <Panel
      {...props}
      badge={<CountBadge count={items.length - gone} look="quiet" />}
      head={
        (news > 0 || gone > 0) && (
          <>
            {news > 0 && <span className={styles.added}>{t('form.pending.added', { count: news })}</span>}
            {gone > 0 && <span className={styles.removed}>{t('form.pending.removed', { count: gone })}</span>}
          </>
        )
      }
    >
      {!isLocked && (
        <div className={styles.add}>
          <OptionsCombobox
            search={{ ...search, options: { ...search.options, options } }}
            field={{ ...props, id: `${id}-add`, label: props.placeholder ?? label, named: true }}
            value={search.typed}
            selectedOptions={[]}
            onClose={() => search.setTyped('')}
            onChoose={(option) => {
              search.setTyped('');
              if (option !== undefined && typeof option.value !== 'boolean')
                add(option.value, option.label, option.image ?? null);
            }}
          />
        </div>
      )}
      <div ref={scroller} className={mergeClasses(styles.panel.scroller, styles.panel.short)}>
        {items.length === 0 ? (
          <p className={styles.panel.empty}>{t('form.pending.empty')}</p>
        ) : (
          <ul
            className={styles.list}
            style={{ height: window.height }}
            aria-label={t('form.pending.list', { field: label })}
          >
            {window.rows.map(({ index, start }) => {
              const item = items[index];
              if (item === undefined) return null;
              return (
                <PendingRow
                  key={item.key}
                  ref={window.measure}
                  item={item}
                  index={index}
                  top={start}
                  count={items.length}
                  avatar={field.own.avatar === true}
                  image={names.image === null ? null : pictureUrl(item.item[names.image])}
                  isLocked={isLocked}
                  stays={staysFor(item)}
                  isStop={roving.tabStop === index}
                  onFocus={() => roving.onRowFocus(index)}
                  onAct={() => act(item, index)}
                  onKeyDown={(event) => {
                    const isDelete = event.key === 'Delete' && item.state !== 'deleted';
                    if (isDelete) act(item, index);
                    else if (!roving.moveFrom(index, event.key)) return;
                    event.preventDefault();
                  }}
                />
              );
            })}
          </ul>
        )}
      </div>
      <div className={styles.spoken} role="status">
        {said}
      </div>
    </Panel>
  );
}

const none: ReadonlySet<string | number> = new Set();

/** The properties of an item: those that name the value and the label of an option. */
function namesOf(options: PanelProps['field']['options']): {
  key: string;
  label: string;
  image: string | null;
} {
  const names = options !== null && 'value' in options && 'label' in options ? options : null;
  const image = options !== null && 'image' in options ? (options.image ?? null) : null;
  return { key: String(names?.value ?? 'id'), label: String(names?.label ?? 'name'), image };
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function keyOf(item: Json, key: string): string | number | undefined {
  const found = typeof item === 'object' && item !== null && !Array.isArray(item) ? item[key] : undefined;
  return typeof found === 'string' || typeof found === 'number' ? found : undefined;
}
