import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { linkKinds, type LinkKind } from '../../../contracts/agile-card.ts';
import { useText } from '../../../engine/react/index.ts';
import { Choice, Icon } from '../../../ui/index.ts';
import { cardNumber } from '../core/filter.ts';
import { useOpenBoard, useSync } from '../open-board.ts';
import { useOpenCard, useShownCard } from './open-card.ts';
import { Picker } from './Picker.tsx';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  list: { display: 'grid', margin: '0 0 8px', padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', columnGap: '8px', minHeight: '32px' },
  kind: {
    flexShrink: 0,
    width: '112px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  task: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', textAlign: 'start' },
  done: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  remove: { '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
  add: { display: 'grid', gridTemplateColumns: '160px minmax(0, 1fr)', columnGap: '8px' },
  none: { color: tokens.colorNeutralForeground3 },
});

/** Other tasks that this one waits for, holds up, repeats, or has to do with. */
export function Links() {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { index, openCard } = useOpenBoard();
  const { store, mayEdit, refused } = useOpenCard();
  const { id: cardId, links } = useShownCard();
  const cards = useSync(({ shown }) => shown?.cards);
  const [kind, setKind] = useState<LinkKind>('blockedBy');
  const change = async (of: LinkKind, other: number, isSet: boolean) => {
    const failure = await store.act(() => store.calls.link(of, other, isSet));
    if (failure) refused(failure);
  };
  if (!mayEdit && links.length === 0) return null;
  const linked = new Set(links.filter((link) => link.kind === kind).map((link) => link.id));
  const options = Object.values(cards ?? {})
    .filter((card) => card.id !== cardId && !linked.has(card.id))
    .map((card) => ({ id: card.id, label: `${cardNumber(card, index)} ${card.title}` }));
  return (
    <Section id={id} title={t('kanban.card.links')}>
      {links.length > 0 && (
        <ul className={styles.list} aria-labelledby={`${id}-label`}>
          {links.map((link) => (
            <li key={`${link.kind} ${link.id}`} className={styles.row}>
              <span className={styles.kind}>{t(`kanban.card.link.${link.kind}`)}</span>
              <Link
                as="button"
                className={mergeClasses(styles.task, link.isDone && styles.done)}
                onClick={() => openCard(link.id)}
              >
                {link.code} {link.title}
              </Link>
              {mayEdit && (
                <Button
                  className={styles.remove}
                  appearance="subtle"
                  size="small"
                  icon={<Icon name="dismiss" size={16} />}
                  aria-label={t('kanban.card.unlink', { task: link.code })}
                  onClick={() => void change(link.kind, link.id, false)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <div className={styles.add}>
          <Choice
            aria-label={t('kanban.card.linkKind')}
            value={kind}
            options={linkKinds.map((value) => ({ value, label: t(`kanban.card.link.${value}`) }))}
            onChange={(value) => setKind(value as LinkKind)}
          />
          <Picker
            id={`${id}-other`}
            label={t('kanban.card.linkTask')}
            options={options}
            chosen={[]}
            isSingle
            onSearch={async (text) => {
              const tasks = await store.calls.find(text);
              return tasks
                .filter((task) => task.id !== cardId && !linked.has(task.id))
                .map((task) => ({ id: task.id, label: `${task.code} ${task.title}` }));
            }}
            onChange={([other]) => {
              if (other !== undefined) void change(kind, other, true);
            }}
          >
            <span className={styles.none}>{t('kanban.card.linkTask')}</span>
          </Picker>
        </div>
      )}
    </Section>
  );
}
