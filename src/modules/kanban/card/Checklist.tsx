import {
  Button,
  Checkbox,
  Input,
  makeStyles,
  MenuItem,
  mergeClasses,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import type { ChecklistItem } from '../../../contracts/agile-card.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon, MoreMenu } from '../../../ui/index.ts';
import { InlineText } from './InlineText.tsx';
import { useCardState, useOpenCard, useShownCard } from './open-card.ts';
import { Section } from './Section.tsx';
import { useTypedText } from './useTypedText.ts';

const mostCharacters = 500;

const useStyles = makeStyles({
  list: { display: 'grid', margin: '8px 0 0', padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    minHeight: '32px',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  done: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  text: { flexGrow: 1, minWidth: 0, padding: '4px 8px', overflowWrap: 'anywhere' },
  add: { display: 'flex', columnGap: '8px', marginTop: '8px' },
  input: { flexGrow: 1, minWidth: 0 },
  error: {
    display: 'block',
    marginTop: '4px',
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Steps to be done for a card. */
export function Checklist() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { store, mayEdit, refused } = useOpenCard();
  const items = useCardState((state) => state.checklist);
  const { id: cardId } = useShownCard();
  const [draft, setDraft] = useTypedText(`kanban:card:${cardId}:item`);
  const [isAdding, setAdding] = useState(false);
  const title = draft?.text ?? '';
  const length = [...title].length;
  const isLong = length > mostCharacters;
  const done = items.filter(({ isDone }) => isDone).length;
  const add = async () => {
    const wanted = title.trim();
    if (wanted === '' || isLong || isAdding) return;
    setAdding(true);
    const failure = await store.act(() => store.calls.addItem(wanted));
    setAdding(false);
    if (failure) refused(failure);
    else setDraft(null);
  };
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Place of the item that is being removed, whose menu had the focus. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.children ?? [];
    const next = rows[Math.min(removed.current, rows.length - 1)]?.querySelector('input');
    (next ?? field.current)?.focus();
    removed.current = null;
  }, [items]);
  if (!mayEdit && items.length === 0) return null;
  return (
    <Section
      id={id}
      title={t('kanban.card.checklist')}
      {...(items.length > 0 && { count: t('kanban.checklist', { done, total: items.length }) })}
    >
      {items.length > 0 && (
        <>
          <ProgressBar value={done / items.length} aria-labelledby={`${id}-label`} />
          <ul ref={list} className={styles.list} aria-labelledby={`${id}-label`}>
            {items.map((item, at) => (
              <Item key={item.id} item={item} at={at} items={items} onRemove={() => (removed.current = at)} />
            ))}
          </ul>
        </>
      )}
      {mayEdit && (
        <form
          className={styles.add}
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Input
            ref={field}
            className={styles.input}
            value={title}
            readOnly={isAdding}
            aria-invalid={isLong || undefined}
            aria-describedby={isLong ? `${id}-long` : undefined}
            aria-label={t('kanban.card.newItem')}
            placeholder={t('kanban.card.newItem')}
            onChange={(_, { value }) => setDraft({ text: value, version: 0 })}
          />
          <Button type="submit" icon={<Icon name="add" />} disabled={title.trim() === '' || isLong}>
            {t('kanban.card.add')}
          </Button>
        </form>
      )}
      {isLong && (
        <span id={`${id}-long`} className={styles.error} role="alert">
          {t('kanban.card.tooLong', { count: length - mostCharacters, most: mostCharacters })}
        </span>
      )}
    </Section>
  );
}

function Item({
  item,
  at,
  items,
  onRemove,
}: {
  item: ChecklistItem;
  at: number;
  items: readonly ChecklistItem[];
  onRemove(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { store, mayEdit, refused } = useOpenCard();
  const act = async (gesture: Parameters<typeof store.act>[0]) => {
    const failure = await store.act(gesture);
    if (failure) refused(failure);
    return failure;
  };
  const change = (fields: Parameters<typeof store.calls.changeItem>[1]) =>
    act(() => store.calls.changeItem(item.id, fields));
  /** Puts it behind another one; null: at the top. */
  const move = (afterId: number | null) => void change({ afterId });
  return (
    <li className={styles.item}>
      <Checkbox
        checked={item.isDone}
        disabled={!mayEdit}
        aria-label={item.title}
        onChange={(_, { checked }) => void change({ isDone: checked === true })}
      />
      {mayEdit ? (
        <InlineText
          {...(item.isDone && { className: styles.done })}
          label={t('kanban.card.itemTitle', { title: item.title })}
          value={item.title}
          version={item.version}
          most={mostCharacters}
          draftKey={`kanban:item:${item.id}`}
          onSave={(title, version) => store.act(() => store.calls.changeItem(item.id, { title, version }))}
          onKey={({ altKey, key }) => {
            if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
            if (key === 'ArrowUp' && at > 0) move(items[at - 2]?.id ?? null);
            else if (key === 'ArrowDown' && at < items.length - 1) move(items[at + 1]!.id);
            return true;
          }}
        />
      ) : (
        <span className={mergeClasses(styles.text, item.isDone && styles.done)}>{item.title}</span>
      )}
      {mayEdit && (
        <MoreMenu label={t('kanban.cardMenu', { card: item.title })}>
          <MenuItem
            icon={<Icon name="arrow-up" />}
            secondaryContent="Alt ↑"
            disabled={at === 0}
            onClick={() => move(items[at - 2]?.id ?? null)}
          >
            {t('kanban.step.up')}
          </MenuItem>
          <MenuItem
            icon={<Icon name="arrow-down" />}
            secondaryContent="Alt ↓"
            disabled={at === items.length - 1}
            onClick={() => move(items[at + 1]!.id)}
          >
            {t('kanban.step.down')}
          </MenuItem>
          <MenuItem
            icon={<Icon name="delete" />}
            onClick={() => {
              onRemove();
              void act(() => store.calls.removeItem(item.id));
            }}
          >
            {t('kanban.card.delete')}
          </MenuItem>
        </MoreMenu>
      )}
    </li>
  );
}
