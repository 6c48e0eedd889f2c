import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Choice, Icon } from '../../../ui/index.ts';
import { complete, completionsAt, type Completion } from '../core/completion.ts';
import type { BoardLane } from '../core/lists.ts';
import { draftCard } from '../core/new-card.ts';
import { reasonOf } from '../core/reason.ts';
import { parseQuickAdd } from '../core/quick-add.ts';
import { setInGroup, type Grouping } from '../core/swimlanes.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { remember } from '../undo.ts';
import { CompletionList } from './CompletionList.tsx';
import { newTaskRequest } from './new-task-request.ts';
import { Understood } from './Understood.tsx';

/** Characters that the server takes. */
const mostInTitle = 250;
const mostInTag = 60;

const useStyles = makeStyles({
  root: { position: 'relative', flexShrink: 0, padding: '4px 8px 8px' },
  open: { width: '100%', justifyContent: 'flex-start', fontWeight: tokens.fontWeightRegular },
  box: {
    display: 'grid',
    rowGap: '6px',
    padding: '8px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':focus-within': { outline: `2px solid ${tokens.colorBrandStroke1}` },
  },
  input: {
    width: '100%',
    boxSizing: 'border-box',
    height: '32px',
    padding: '0 4px',
    border: 'none',
    outline: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    '@media (pointer: coarse)': { height: '44px', fontSize: tokens.fontSizeBase400 },
    '::placeholder': { color: tokens.colorNeutralForeground3 },
  },
  error: {
    margin: 0,
    paddingInline: '4px',
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  foot: { display: 'flex', alignItems: 'center', columnGap: '4px' },
  project: { flexGrow: 1, minWidth: 0 },
});

/** The line at the end of a list that makes cards: Enter adds one and stays for the next, Escape closes it. */
export function QuickAdd({
  lane,
  sprintId,
  list,
  group = null,
}: {
  /** Null for the backlog. */
  lane: BoardLane | null;
  sprintId: number | null;
  /** Name of the list. */
  list: string;
  /** The swimlane whose line it is. */
  group?: { by: Grouping; id: number } | null;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { board, index, sync, ui, actions, day } = useOpenBoard();
  const chosen = useUi(({ project }) => project);
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState('');
  const [caret, setCaret] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const latest = useRef(line);
  useEffect(() => {
    latest.current = line;
  });

  const ofStory = group?.by === 'story' ? index.stories.get(group.id)?.projectId : undefined;
  const projects = board.projects.filter(
    ({ id: own, closed }) => !closed && (ofStory === undefined || own === ofStory),
  );
  const project = projects.find((one) => one.id === chosen) ?? projects[0];
  if (!project) return null;
  const found = completionsAt(line, caret, board);
  const word = found && line.slice(found.from, found.to);
  const completions = found && word !== closedAt ? found : null;
  const at = completions ? Math.min(active, completions.options.length - 1) : 0;

  function place(next: string, position: number): void {
    setLine(next);
    setCaret(position);
    // The caret follows once the text is in the field.
    requestAnimationFrame(() => input.current?.setSelectionRange(position, position));
  }
  function take(option: Completion): void {
    if (!completions) return;
    const done = complete(line, completions, option);
    setClosedAt(null);
    place(done.line, done.caret);
  }
  async function add(): Promise<void> {
    const task = parseQuickAdd(line, board, day);
    if (task.title === '') {
      setFailure(t('kanban.add.noTitle'));
      return;
    }
    const long = [...task.title].length;
    if (long > mostInTitle) {
      setFailure(t('kanban.add.longTitle', { count: long, most: mostInTitle }));
      return;
    }
    const longTag = task.newTags.find((title) => [...title].length > mostInTag);
    if (longTag !== undefined) {
      setFailure(t('kanban.add.longTag', { title: longTag, most: mostInTag }));
      return;
    }
    const set = group === null ? {} : setInGroup(group.by, group.id, task);
    const to = { projectId: project!.id, sprintId, lane, set };
    const typed = line;
    setFailure(null);
    setLine('');
    setCaret(0);
    const card = draftCard(task, to);
    ui.setState({ reveal: card.id });
    try {
      const opId = await sync.change({ add: card }, (gesture) => newTaskRequest(board.id, task, to, gesture));
      actions.say(t('kanban.add.added', { title: task.title, list }));
      const notice = { detail: task.title, undo: () => actions.undo(opId) };
      remember(ui, opId, host.notify('success', t('kanban.add.done'), notice));
    } catch (error) {
      const reason = reasonOf(error as HostFailure);
      // The typed text comes back, unless something else is being typed by now.
      if (latest.current === '') place(typed, typed.length);
      setFailure(latest.current === '' ? reason : t('kanban.add.lost', { line: typed, reason }));
      setOpen(true);
    }
  }
  function close(): void {
    setOpen(false);
    setFailure(null);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (completions && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const { length } = completions.options;
      setActive((at + (key === 'ArrowDown' ? 1 : length - 1)) % length);
    } else if (completions && (key === 'Enter' || key === 'Tab')) take(completions.options[at]!);
    else if (completions && key === 'Escape') setClosedAt(word);
    else if (key === 'Enter') void add();
    else if (key === 'Escape') close();
    // With nothing typed there is nothing else to take back.
    else if (key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && line === '') actions.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (!isOpen)
    return (
      <div className={styles.root}>
        <Button
          ref={opener}
          data-new-card={lane ? 'lane' : 'backlog'}
          appearance="subtle"
          className={styles.open}
          icon={<Icon name="add" />}
          aria-label={t('kanban.add.openIn', { list })}
          onClick={() => {
            setOpen(true);
            requestAnimationFrame(() => input.current?.focus());
          }}
        >
          {t('kanban.add.open')}
        </Button>
      </div>
    );
  return (
    <div className={styles.root}>
      {completions && (
        <CompletionList id={`${id}-list`} options={completions.options} active={at} onTake={take} />
      )}
      <div className={styles.box}>
        <input
          ref={input}
          data-new-card={lane ? 'lane' : 'backlog'}
          className={styles.input}
          value={line}
          placeholder={t('kanban.add.hint')}
          role="combobox"
          aria-label={t('kanban.add.openIn', { list })}
          aria-autocomplete="list"
          aria-expanded={completions !== null}
          aria-controls={`${id}-list`}
          aria-activedescendant={completions ? `${id}-list-${at}` : undefined}
          aria-invalid={failure !== null}
          aria-describedby={failure === null ? undefined : `${id}-error`}
          autoComplete="off"
          onChange={({ target }) => {
            setLine(target.value);
            setCaret(target.selectionStart ?? target.value.length);
            setActive(0);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onKeyDown={onKeyDown}
        />
        <Understood task={parseQuickAdd(line, board, day)} />
        {failure !== null && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.foot}>
          <span className={styles.project}>
            {projects.length > 1 && (
              <Choice
                small
                aria-label={t('kanban.add.project')}
                value={String(project.id)}
                options={projects.map(({ id: value, key, title }) => ({
                  value: String(value),
                  label: `${key} · ${title}`,
                }))}
                onChange={(value) => ui.setState({ project: Number(value) })}
              />
            )}
          </span>
          <Button size="small" appearance="primary" onClick={() => void add()}>
            {t('kanban.add.add')}
          </Button>
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="dismiss" size={16} />}
            aria-label={t('kanban.close')}
            onClick={close}
          />
        </div>
      </div>
    </div>
  );
}
