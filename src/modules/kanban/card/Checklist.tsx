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
import { useId, useRef, useState } from 'react';
import type { ChecklistItem } from '../../../contracts/agile-card.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon, MoreMenu } from '../../../ui/index.ts';
import { useCardState, useOpenCard } from './open-card.ts';
import { Section } from './Section.tsx';

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
  field: {
    flexGrow: 1,
    minWidth: 0,
    boxSizing: 'border-box',
    padding: '3px 7px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    resize: 'none',
    fieldSizing: 'content',
    overflowWrap: 'anywhere',
    ':focus': {
      backgroundColor: tokens.colorNeutralBackground1,
      outline: `2px solid ${tokens.colorCompoundBrandStroke}`,
      outlineOffset: '-1px',
    },
  },
  done: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  text: { flexGrow: 1, minWidth: 0, padding: '4px 8px', overflowWrap: 'anywhere' },
  add: { display: 'flex', columnGap: '8px', marginTop: '8px' },
  input: { flexGrow: 1, minWidth: 0 },
});

/** What is to be done for a card, step by step. */
export function Checklist() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { store, mayEdit, refused } = useOpenCard();
  const items = useCardState((state) => state.checklist);
  const [title, setTitle] = useState('');
  const done = items.filter(({ isDone }) => isDone).length;
  const add = async () => {
    const wanted = title.trim();
    if (wanted === '') return;
    setTitle('');
    const failure = await store.act(() => store.calls.addItem(wanted));
    if (!failure) return;
    refused(failure);
    setTitle(wanted);
  };
  return (
    <Section
      id={id}
      title={t('kanban.card.checklist')}
      {...(items.length > 0 && { count: t('kanban.checklist', { done, total: items.length }) })}
    >
      {items.length > 0 && (
        <>
          <ProgressBar value={done / items.length} aria-labelledby={`${id}-label`} />
          <ul className={styles.list} aria-labelledby={`${id}-label`}>
            {items.map((item, at) => (
              <Item key={item.id} item={item} at={at} items={items} />
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
            className={styles.input}
            value={title}
            maxLength={500}
            aria-label={t('kanban.card.newItem')}
            placeholder={t('kanban.card.newItem')}
            onChange={(_, { value }) => setTitle(value)}
          />
          <Button type="submit" icon={<Icon name="add" />} disabled={title.trim() === ''}>
            {t('kanban.card.add')}
          </Button>
        </form>
      )}
    </Section>
  );
}

function Item({ item, at, items }: { item: ChecklistItem; at: number; items: readonly ChecklistItem[] }) {
  const styles = useStyles();
  const t = useText();
  const { store, mayEdit, refused } = useOpenCard();
  const [typed, setTyped] = useState<string | null>(null);
  const base = useRef(item.version);
  const act = async (gesture: Parameters<typeof store.act>[0]) => {
    const failure = await store.act(gesture);
    if (failure) refused(failure);
    return failure;
  };
  const change = (fields: Parameters<typeof store.calls.changeItem>[1]) =>
    act(() => store.calls.changeItem(item.id, fields));
  /** Puts it behind another one; null: at the top. */
  const move = (afterId: number | null) => void change({ afterId });
  const rename = async () => {
    const wanted = typed?.trim();
    if (wanted === undefined || wanted === '' || wanted === item.title) setTyped(null);
    else if (!(await change({ title: wanted, version: base.current }))) setTyped(null);
    else base.current = item.version;
  };
  return (
    <li className={styles.item}>
      <Checkbox
        checked={item.isDone}
        disabled={!mayEdit}
        aria-label={item.title}
        onChange={(_, { checked }) => void change({ isDone: checked === true })}
      />
      {mayEdit ? (
        <textarea
          className={mergeClasses(styles.field, item.isDone && styles.done)}
          rows={1}
          maxLength={500}
          aria-label={t('kanban.card.itemTitle', { title: item.title })}
          value={typed ?? item.title}
          onFocus={() => {
            if (typed === null) base.current = item.version;
          }}
          onChange={(event) => setTyped(event.target.value.replaceAll('\n', ' '))}
          onBlur={() => void rename()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              event.currentTarget.blur();
            } else if (event.key === 'Escape' && typed !== null) {
              event.preventDefault();
              event.stopPropagation();
              setTyped(null);
            } else if (event.altKey && event.key === 'ArrowUp' && at > 0) {
              event.preventDefault();
              move(items[at - 2]?.id ?? null);
            } else if (event.altKey && event.key === 'ArrowDown' && at < items.length - 1) {
              event.preventDefault();
              move(items[at + 1]!.id);
            }
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
            onClick={() => void act(() => store.calls.removeItem(item.id))}
          >
            {t('kanban.card.delete')}
          </MenuItem>
        </MoreMenu>
      )}
    </li>
  );
}
