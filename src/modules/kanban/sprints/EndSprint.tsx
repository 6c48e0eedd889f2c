import { makeStyles, MessageBar, MessageBarBody, Textarea, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { BoardCard, BoardSprint } from '../../../contracts/agile-board.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Choice, FieldFrame, FormDialog, noteId, PersonAvatar, StatusBadge } from '../../../ui/index.ts';
import { lengthError } from '../core/field-error.ts';
import { reasonOf } from '../core/reason.ts';
import { cardNumber } from '../core/filter.ts';
import { PriorityMark } from '../Marks.tsx';
import { useOpenBoard, useSync, useUi } from '../open-board.ts';
import { countsOf, unfinishedCards, usualTarget, type Target } from './ending.ts';
import { createSprintCalls } from './sprint-calls.ts';
import { emptySprint, sprintErrors, SprintFields } from './SprintFields.tsx';

const useStyles = makeStyles({
  surface: { maxWidth: 'min(880px, calc(100vw - 32px))' },
  content: { display: 'grid', rowGap: '16px' },
  lead: { margin: 0, color: tokens.colorNeutralForeground2 },
  all: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 260px)',
    columnGap: '12px',
    alignItems: 'center',
    justifyContent: 'start',
  },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    // Half a row in sight says that there are more.
    maxHeight: 'min(40vh, 338px)',
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: '16px 84px minmax(0, 1fr) 132px 56px 200px',
    columnGap: '12px',
    alignItems: 'center',
    minHeight: '44px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 767.98px)': {
      gridTemplateColumns: '16px auto minmax(0, 1fr)',
      rowGap: '4px',
      padding: '8px 0',
      '& > *:nth-child(n + 4)': { gridColumn: '2 / -1' },
    },
  },
  number: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  title: { overflowWrap: 'anywhere' },
  people: { display: 'flex', '& > * + *': { marginInlineStart: '-6px' } },
  sum: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '20px',
    rowGap: '4px',
    margin: 0,
    padding: '10px 12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  foot: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Characters of the note of an end. */
const mostCharacters = 5000;

/** Ends a sprint, with a place for each of its unfinished tasks; nothing is moved before the whole is confirmed. */
export function EndSprint({ sprint, onSprint }: { sprint: BoardSprint; onSprint(sprintId: number): void }) {
  const isOpen = useUi(({ dialog }) => dialog === 'end-sprint');
  return isOpen ? <EndSprintForm sprint={sprint} onSprint={onSprint} /> : null;
}

function EndSprintForm({ sprint, onSprint }: { sprint: BoardSprint; onSprint(sprintId: number): void }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { board, index, day, sync, ui, actions } = useOpenBoard();
  const cards = useSync(({ shown }) => shown?.cards);
  const [all, setAll] = useState<Target>(() => usualTarget(board, sprint.id));
  const [own, setOwn] = useState<ReadonlyMap<number, Target>>(new Map());
  const [next, setNext] = useState(() => emptySprint(day));
  const [note, setNote] = useState('');
  const noteField = useId();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = unfinishedCards(cards ?? {}, sprint.id, index.final);
  const targetOf = (id: number): Target => own.get(id) ?? all;
  const counts = countsOf(open.map(({ id }) => targetOf(id)));
  const isNew = counts.has('new');
  const errors = isNew ? sprintErrors(next) : {};
  const noteError = lengthError(note, mostCharacters);
  const titleOf = (target: Target): string =>
    typeof target === 'number'
      ? (board.sprints.find(({ id }) => id === target)?.title ?? '')
      : t(`kanban.sprints.to.${target}`);
  const options = [
    ...board.sprints.flatMap(({ id, title, state }) =>
      state === 'open' && id !== sprint.id ? [{ value: String(id), label: title }] : [],
    ),
    ...(['new', 'backlog', 'conclude'] as const).map((value) => ({
      value: value as string,
      label: t(`kanban.sprints.to.${value}`),
    })),
  ];
  const targetFrom = (value: string): Target => (/^\d+$/.test(value) ? Number(value) : (value as Target));
  const close = () => ui.setState({ dialog: null });
  const end = async () => {
    setTried(true);
    if (Object.keys(errors).length > 0 || noteError) return;
    setBusy(true);
    setRefusal(null);
    try {
      const resolution = open.map(({ id }) => ({ taskId: id, to: targetOf(id) }));
      const ended = await createSprintCalls(host).end(sprint.id, resolution, isNew ? next : null, note);
      host.notify('success', t('kanban.sprints.ended'), { undo: () => actions.undo(ended.opId) });
      close();
      const going =
        ended.newSprintId ?? open.map(({ id }) => targetOf(id)).find((to) => typeof to === 'number');
      await sync.loadBoard();
      onSprint(typeof going === 'number' ? going : 0);
    } catch (error) {
      // Tasks that came in meanwhile are in the list by now.
      setRefusal(reasonOf(error as HostFailure));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('kanban.sprints.endTitle', { title: sprint.title })}
      cancel={t('kanban.sprints.keep')}
      submit={t('kanban.sprints.end')}
      disabled={isBusy}
      className={styles.surface}
      contentClassName={styles.content}
      onSubmit={() => void end()}
      onClose={close}
    >
      {refusal !== null && (
        <MessageBar intent="error">
          <MessageBarBody>{refusal}</MessageBarBody>
        </MessageBar>
      )}
      {open.length === 0 ? (
        <p className={styles.lead}>{t('kanban.sprints.allDone')}</p>
      ) : (
        <>
          <p className={styles.lead}>
            {t('kanban.sprints.unfinished')} {t('kanban.sprints.restart')}
          </p>
          <div className={styles.all}>
            <span>{t('kanban.sprints.all')}</span>
            <Choice
              aria-label={t('kanban.sprints.all')}
              value={own.size === 0 ? String(all) : ''}
              options={options}
              {...(own.size > 0 && { placeholder: t('kanban.sprints.mixed') })}
              onChange={(value) => {
                if (value === '') return;
                setAll(targetFrom(value));
                setOwn(new Map());
              }}
            />
          </div>
          <ul className={styles.list}>
            {open.map((card) => (
              <TaskRow
                key={card.id}
                card={card}
                value={String(targetOf(card.id))}
                options={options}
                onChange={(value) => setOwn(new Map(own).set(card.id, targetFrom(value)))}
              />
            ))}
          </ul>
          {isNew && <SprintFields form={next} errors={isTried ? errors : {}} onChange={setNext} />}
          <p className={styles.sum}>
            {[...counts].map(([target, count]) => (
              <span key={target}>{t('kanban.sprints.sum', { count, to: titleOf(target) })}</span>
            ))}
          </p>
        </>
      )}
      <FieldFrame
        id={noteField}
        label={t('kanban.sprints.note')}
        error={isTried && noteError ? t(...noteError) : undefined}
        bare
      >
        <Textarea
          id={noteField}
          className="field-control"
          value={note}
          aria-invalid={isTried && noteError !== undefined}
          aria-describedby={noteId(noteField)}
          rows={2}
          onChange={(_, { value }) => setNote(value)}
        />
      </FieldFrame>
      <p className={styles.foot}>{t('kanban.sprints.readOnly')}</p>
    </FormDialog>
  );
}

/** An unfinished task with the choice of its place. */
function TaskRow({
  card,
  value,
  options,
  onChange,
}: {
  card: BoardCard;
  value: string;
  options: { value: string; label: string }[];
  onChange(value: string): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { board, index } = useOpenBoard();
  const priority = index.priorities.get(card.priorityId ?? 0);
  const status = board.statuses.find(({ id }) => id === card.statusId);
  const people = [...new Set([card.head, ...card.users])].flatMap((id) => index.users.get(id ?? 0) ?? []);
  const number = cardNumber(card, index);
  return (
    <li className={styles.row}>
      <span>{priority && <PriorityMark name={priority.key} label={priority.title} />}</span>
      <span className={styles.number}>{number}</span>
      <span className={styles.title}>{card.title}</span>
      <span>{status && <StatusBadge status={status.category} text={status.title} />}</span>
      <span className={styles.people}>
        {people.slice(0, 2).map(({ id, name, photourl }) => (
          <PersonAvatar key={id} name={name} image={photourl} size={24} />
        ))}
      </span>
      <Choice
        aria-label={t('kanban.sprints.placeOf', { number })}
        value={value}
        options={options}
        onChange={onChange}
      />
    </li>
  );
}
