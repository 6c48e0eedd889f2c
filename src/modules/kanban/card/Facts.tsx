import { makeStyles, tokens } from '@fluentui/react-components';
import type { CardFields, CardPerson } from '../../../contracts/agile-card.ts';
import { useText } from '../../../engine/react/index.ts';
import { Choice, PersonAvatar, StatusBadge } from '../../../ui/index.ts';
import { PriorityMark, TagMark } from '../Marks.tsx';
import { useOpenBoard } from '../open-board.ts';
import { Dates } from './Dates.tsx';
import { Fact } from './Fact.tsx';
import { useOpenCard, useShownCard } from './open-card.ts';
import { Picker } from './Picker.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '12px 16px',
    alignItems: 'start',
  },
  whole: { gridColumn: '1 / -1' },
  none: { color: tokens.colorNeutralForeground3 },
  chips: { display: 'flex', flexWrap: 'wrap', gap: '4px', minWidth: 0 },
  person: { display: 'inline-flex', alignItems: 'center', columnGap: '6px', minWidth: 0 },
  priority: { display: 'inline-flex', alignItems: 'center', columnGap: '6px' },
});

function People({ people, none }: { people: readonly CardPerson[]; none: string }) {
  const styles = useStyles();
  if (people.length === 0) return <span className={styles.none}>{none}</span>;
  return (
    <span className={styles.chips}>
      {people.map(({ id, name, photourl }) => (
        <span key={id} className={styles.person}>
          <PersonAvatar name={name} image={photourl} size={20} decorative />
          {name}
        </span>
      ))}
    </span>
  );
}

/** Everything about a card that is one value: where it stands, who works on it, and when. */
export function Facts() {
  const styles = useStyles();
  const t = useText();
  const { board, index } = useOpenBoard();
  const { store, refused } = useOpenCard();
  const card = useShownCard();
  const save = async (fields: CardFields) => {
    const failure = await store.save(fields);
    if (failure) refused(failure);
  };
  const none = t('kanban.card.none');
  const status = board.statuses.find(({ id }) => id === card.statusId) ?? card.status;
  const priority = index.priorities.get(card.priorityId ?? 0);
  const sprint = board.sprints.find(({ id }) => id === card.taskSprintId) ?? card.sprint;
  const sprints = board.sprints.filter(({ id, state }) => state === 'open' || id === card.taskSprintId);
  const story = index.stories.get(card.storyId ?? 0);
  const stories = board.stories.filter(({ projectId }) => projectId === card.projectId);
  const person = (id: number): CardPerson | undefined =>
    index.users.get(id) ?? card.usersData.find((one) => one.id === id) ?? withId(card.headData, id);
  const people = card.users.flatMap((id) => person(id) ?? []);
  const head = card.head === null ? undefined : person(card.head);
  /** People to choose from, and those who are chosen already. */
  const facesWith = (chosen: readonly number[]) =>
    board.users
      .filter(({ id, assignable }) => assignable || chosen.includes(id))
      .map(({ id, name, photourl }) => ({
        id,
        label: name,
        mark: <PersonAvatar name={name} image={photourl} size={24} decorative />,
      }));
  const tagTitle = (id: number) =>
    index.tags.get(id)?.title ?? card.tagsData.find((tag) => tag.id === id)?.title ?? '';
  const tags =
    card.tags.length === 0 ? (
      <span className={styles.none}>{none}</span>
    ) : (
      <span className={styles.chips}>
        {card.tags.map((id) => (
          <TagMark key={id} title={tagTitle(id)} />
        ))}
      </span>
    );
  return (
    <div className={styles.grid}>
      <Fact
        label={t('kanban.card.status')}
        text={<StatusBadge status={status.category} text={status.title} />}
      >
        {(id) => (
          <Choice
            id={id}
            value={String(card.statusId)}
            options={board.statuses
              .filter(({ category }) => category !== 'late')
              .map((one) => ({ value: String(one.id), label: one.title }))}
            onChange={(value) => void save({ statusId: Number(value) })}
          />
        )}
      </Fact>
      <Fact
        label={t('kanban.card.priority')}
        text={
          priority ? (
            <span className={styles.priority}>
              <PriorityMark name={priority.key} label="" />
              {priority.title}
            </span>
          ) : (
            <span className={styles.none}>{none}</span>
          )
        }
      >
        {(id) => (
          <Choice
            id={id}
            value={card.priorityId === null ? '' : String(card.priorityId)}
            placeholder={none}
            options={board.priorities.map((one) => ({ value: String(one.id), label: one.title }))}
            onChange={(value) => void save({ priorityId: value === '' ? null : Number(value) })}
          />
        )}
      </Fact>
      <Fact label={t('kanban.card.sprint')} text={sprint?.title ?? t('kanban.backlog')}>
        {(id) => (
          <Choice
            id={id}
            value={card.taskSprintId === null ? '' : String(card.taskSprintId)}
            placeholder={t('kanban.backlog')}
            // The tasks of an ended sprint stay in it.
            disabled={sprint?.state === 'ended'}
            options={sprints.map((one) => ({ value: String(one.id), label: one.title }))}
            onChange={(value) => void save({ taskSprintId: value === '' ? null : Number(value) })}
          />
        )}
      </Fact>
      <Fact
        label={t('kanban.card.story')}
        text={story?.title ?? card.story?.title ?? <span className={styles.none}>{none}</span>}
      >
        {(id) => (
          <Choice
            id={id}
            value={card.storyId === null ? '' : String(card.storyId)}
            placeholder={none}
            options={stories.map((one) => ({ value: String(one.id), label: one.title }))}
            onChange={(value) => void save({ storyId: value === '' ? null : Number(value) })}
          />
        )}
      </Fact>
      <Fact label={t('kanban.card.head')} text={<People people={head ? [head] : []} none={none} />}>
        {(id) => (
          <Picker
            id={id}
            label={t('kanban.card.head')}
            options={facesWith(card.head === null ? [] : [card.head])}
            chosen={card.head === null ? [] : [card.head]}
            isSingle
            onChange={([chosen]) => void save({ head: chosen ?? null })}
          >
            <People people={head ? [head] : []} none={none} />
          </Picker>
        )}
      </Fact>
      <Fact label={t('kanban.card.people')} text={<People people={people} none={none} />}>
        {(id) => (
          <Picker
            id={id}
            label={t('kanban.card.people')}
            options={facesWith(card.users)}
            chosen={card.users}
            onChange={(users) => void save({ users })}
          >
            <People people={people} none={none} />
          </Picker>
        )}
      </Fact>
      <Dates />
      <div className={styles.whole}>
        <Fact label={t('kanban.card.tags')} text={tags}>
          {(id) => (
            <Picker
              id={id}
              label={t('kanban.card.tags')}
              options={board.tags.map((tag) => ({ id: tag.id, label: tag.title }))}
              chosen={card.tags}
              onChange={(chosen) => void save({ tags: chosen })}
              onCreate={(title) => {
                store.calls.addTag(board.id, title).then(
                  (tag) => save({ tags: [...card.tags, tag.id] }),
                  (failure: unknown) => refused(failure as Parameters<typeof refused>[0]),
                );
              }}
            >
              {tags}
            </Picker>
          )}
        </Fact>
      </div>
    </div>
  );
}

const withId = (person: CardPerson | null, id: number): CardPerson | undefined =>
  person?.id === id ? person : undefined;
