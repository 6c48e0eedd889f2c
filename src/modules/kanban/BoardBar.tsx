import { Button, makeStyles, MenuItem, mergeClasses, tokens, ToggleButton } from '@fluentui/react-components';
import { memo } from 'react';
import { useFormat, useHost, useOthersHere, useText } from '../../engine/react/index.ts';
import {
  Choice,
  Icon,
  MoreMenu,
  moldeToken,
  PeopleHere,
  statusNames,
  statusToken,
  useNarrow,
  useTooltip,
} from '../../ui/index.ts';
import { openNewCard } from './board-keys.ts';
import { daysBetween } from './core/due.ts';
import { listKey } from './core/lists.ts';
import { useOpenBoard, useSync, useUi } from './open-board.ts';
import { SprintButtons, SprintEntries } from './sprints/SprintButtons.tsx';
import { useSprintChoice } from './sprints/useSprintChoice.ts';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    rowGap: '8px',
    minHeight: '52px',
    padding: '0 20px',
    // Beside an open menu the bar has less room than the window.
    containerType: 'inline-size',
    '& > button': { flexShrink: 0, whiteSpace: 'nowrap' },
    '@media (max-width: 767.98px)': { flexWrap: 'wrap', padding: '8px 16px' },
  },
  title: {
    margin: 0,
    minWidth: '96px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  sprint: { width: '160px', flexShrink: 0 },
  dates: {
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '@container (max-width: 1299.98px)': { display: 'none' },
  },
  left: {
    padding: '0 8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  late: { backgroundColor: moldeToken('statusLateBackground'), color: moldeToken('statusLateForeground') },
  rest: { flexGrow: 1 },
  second: { flexBasis: '100%', display: 'flex', alignItems: 'center', columnGap: '12px' },
  progress: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '12px',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    '@container (max-width: 1099.98px)': { display: 'none' },
  },
  meter: { display: 'flex', columnGap: '2px', width: '110px', height: '6px' },
  part: { minWidth: '2px', borderRadius: tokens.borderRadiusSmall },
});

/** The board's name, its sprint and what is done of it. */
export const BoardBar = memo(function BoardBar({
  sprintId,
  onSprint,
}: {
  sprintId: number;
  onSprint(sprintId: number): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const format = useFormat();
  const { board, day, mayCreate, ui } = useOpenBoard();
  const mayAdd = mayCreate && board.projects.some(({ closed }) => !closed);
  const isNarrow = useNarrow();
  const isBacklogOpen = useUi((state) => state.isBacklogOpen);
  const help = useTooltip(t('kanban.keys'));
  const sprint = board.sprints.find(({ id }) => id === sprintId);
  const options = [
    { value: '0', label: t('kanban.backlog') },
    ...board.sprints.map(({ id, title, state }) => ({
      value: String(id),
      label: state === 'ended' ? t('kanban.endedSprint', { title }) : title,
    })),
    ...(host.can({ verb: 'update' }, 'ppm-boards') ? [{ value: 'new', label: t('kanban.sprints.new') }] : []),
  ];
  const choose = useSprintChoice(sprintId, onSprint);
  const left = sprint?.plannedEnd && sprint.state === 'open' ? daysBetween(day, sprint.plannedEnd) : null;
  const toggleBacklog = () => ui.setState({ isBacklogOpen: !isBacklogOpen });
  const title = (
    <h1 className={styles.title} title={board.title}>
      {board.title}
    </h1>
  );
  const choice = (
    <span className={styles.sprint}>
      <Choice
        aria-label={t('kanban.sprint')}
        value={String(sprintId)}
        options={options}
        onChange={(value) => {
          if (value === 'new') ui.setState({ dialog: 'new-sprint' });
          else choose(Number(value));
        }}
        again
      />
    </span>
  );
  const daysLeft = left !== null && (
    <span className={mergeClasses(styles.left, left < 0 && styles.late)}>
      {left < 0 ? t('kanban.daysOver', { count: -left }) : t('kanban.daysLeft', { count: left })}
    </span>
  );
  const people = <BoardPeople boardId={board.id} />;
  const add = mayAdd && (
    <Button appearance="primary" icon={<Icon name="add" />} onClick={() => openNewCard()}>
      {t('kanban.task')}
    </Button>
  );
  if (isNarrow)
    return (
      <div className={styles.bar}>
        {title}
        <span className={styles.rest} />
        {people}
        {add}
        <MoreMenu label={t('kanban.more')}>
          <SprintEntries sprint={sprint ?? null} />
          {sprint && (
            <MenuItem onClick={toggleBacklog}>
              {t(isBacklogOpen ? 'kanban.hideBacklog' : 'kanban.showBacklog')}
            </MenuItem>
          )}
        </MoreMenu>
        <span className={styles.second}>
          {choice}
          {daysLeft}
        </span>
      </div>
    );
  return (
    <div className={styles.bar}>
      {title}
      {choice}
      {sprint && (
        <span className={styles.dates}>
          {format.date(sprint.startDate)}
          {sprint.plannedEnd !== null && ` – ${format.date(sprint.plannedEnd)}`}
        </span>
      )}
      {daysLeft}
      <span className={styles.rest} />
      {people}
      {sprint && <Progress sprintId={sprint.id} />}
      <SprintButtons sprint={sprint ?? null} />
      {sprint && (
        <ToggleButton icon={<Icon name="box" />} checked={isBacklogOpen} onClick={toggleBacklog}>
          {t('kanban.backlog')}
        </ToggleButton>
      )}
      {add}
      <Button
        appearance="subtle"
        icon={<Icon name="question-circle" />}
        {...help.trigger}
        onClick={() => ui.setState({ isHelpOpen: true })}
      />
      {help.tooltip}
    </div>
  );
});

/** How many cards of the sprint are done, and how the others stand. */
function Progress({ sprintId }: { sprintId: number }) {
  const styles = useStyles();
  const t = useText();
  const { board } = useOpenBoard();
  const lists = useSync(({ shown }) => shown?.lists);
  const parts = board.lanes
    .map(({ id, category, title }) => ({
      id,
      title,
      category,
      count: lists?.get(listKey(sprintId, id))?.length ?? 0,
    }))
    .filter(({ count }) => count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const done = parts.reduce((sum, { category, count }) => sum + (category === 'concluded' ? count : 0), 0);
  if (total === 0) return null;
  const inOrder = [...parts].sort(
    (one, other) => Number(other.category === 'concluded') - Number(one.category === 'concluded'),
  );
  return (
    <span className={styles.progress}>
      <span className={styles.meter} aria-hidden>
        {inOrder.map(({ id, title, category, count }) => (
          <span
            key={id}
            className={styles.part}
            title={`${title}: ${count}`}
            style={{
              flexGrow: count,
              backgroundColor: moldeToken(
                statusToken(statusNames.find((name) => name === category) ?? 'backlog', 'Solid'),
              ),
            }}
          />
        ))}
      </span>
      {t('kanban.done', { count: done, total })}
    </span>
  );
}

/** Other people on the board. Apart, since they change with every card that somebody opens. */
function BoardPeople({ boardId }: { boardId: number }) {
  const t = useText();
  const { people, total } = useOthersHere(`board:${boardId}`);
  return (
    <PeopleHere
      quiet
      people={people}
      total={total}
      text={t('kanban.here')}
      more={(names, count) => t('kanban.moreHere', { names, count })}
    />
  );
}
