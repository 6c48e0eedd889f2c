/* oxlint-disable jsx-a11y/interactive-supports-focus -- the buttons within it have the focus */
import { Button, makeStyles, MenuButton, MenuItem, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useHost, useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, PersonAvatar } from '../../../ui/index.ts';
import { addDays } from '../core/due.ts';
import type { BulkChange } from '../core/bulk.ts';
import { PriorityMark } from '../Marks.tsx';
import { useOpenBoard, useSync, useUi } from '../open-board.ts';
import { DueDialog } from './DueDialog.tsx';
import { clearSelection } from './selection.ts';
import { useBulk } from './useBulk.ts';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    height: '44px',
    padding: '0 20px',
    overflowX: 'auto',
    whiteSpace: 'nowrap',
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
    '@media (max-width: 767.98px)': { padding: '0 16px', height: '52px' },
    '& > *': { flexShrink: 0 },
  },
  count: {
    fontWeight: tokens.fontWeightSemibold,
    paddingInlineEnd: '8px',
    fontVariantNumeric: 'tabular-nums',
  },
  rest: { flexGrow: 1 },
});

/** Actions on the selected cards, in the place of the filters. */
export function SelectionBar({ sprintId }: { sprintId: number | null }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { actions, board, day, ui } = useOpenBoard();
  const selected = useUi((state) => state.selected);
  const cards = useSync(({ shown }) => shown?.cards);
  const bulk = useBulk();
  const [isDueOpen, setDueOpen] = useState(false);
  const ids = [...selected].filter((id) => cards?.[id] !== undefined);
  const count = ids.length;
  const run = (change: BulkChange) => void bulk(ids, change);
  const having = (field: 'users' | 'tags', id: number) =>
    ids.filter((one) => cards?.[one]?.[field].includes(id)).length;
  const sprints = board.sprints.filter(({ state }) => state === 'open');
  const mayDelete = ['ppm-boards', 'ppm-projects'].some((screen) => host.can({ verb: 'delete' }, screen));
  const remove = async () => {
    const successor = actions.successor(ids);
    if (await bulk(ids, { kind: 'delete' })) clearSelection(ui, successor);
  };
  /** Entries that some, all or none of the cards have. */
  const listed = (
    field: 'users' | 'tags',
    kind: 'person' | 'tag',
    rows: readonly { id: number; name: string; icon?: ReactElement }[],
  ) =>
    rows.map(({ id, name, icon }) => {
      const has = having(field, id);
      return (
        <MenuItem
          key={id}
          icon={has === count ? <Icon name="checkmark" /> : (icon ?? <Icon name="tag" />)}
          secondaryContent={has === 0 ? undefined : `${has}/${count}`}
          onClick={() => run({ kind, id, isOn: has < count })}
        >
          {name}
        </MenuItem>
      );
    });
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t('kanban.select.bar')}
      data-selection
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isDefaultPrevented()) return;
        event.preventDefault();
        clearSelection(ui);
      }}
    >
      <span className={styles.count} role="status">
        {t('kanban.select.count', { count })}
      </span>
      <BarMenu text={t('kanban.select.move')} icon="chevron-right">
        {sprintId !== null &&
          board.lanes.map((lane) => (
            <MenuItem
              key={lane.id}
              icon={<Icon name="chevron-right" />}
              onClick={() => run({ kind: 'lane', sprintId, lane })}
            >
              {lane.title}
            </MenuItem>
          ))}
        {sprints.map(({ id, title }) => (
          <MenuItem
            key={`sprint-${id}`}
            icon={<Icon name="calendar" />}
            onClick={() => run({ kind: 'sprint', sprintId: id })}
          >
            {title}
          </MenuItem>
        ))}
        <MenuItem icon={<Icon name="box" />} onClick={() => run({ kind: 'backlog' })}>
          {t('kanban.toBacklog')}
        </MenuItem>
      </BarMenu>
      <BarMenu text={t('kanban.select.people')} icon="person">
        {listed(
          'users',
          'person',
          board.users
            .filter(({ id, assignable }) => assignable || having('users', id) > 0)
            .map(({ id, name, photourl }) => ({
              id,
              name,
              icon: <PersonAvatar name={name} image={photourl} size={20} decorative />,
            })),
        )}
      </BarMenu>
      {board.tags.length > 0 && (
        <BarMenu text={t('kanban.select.tags')} icon="tag">
          {listed(
            'tags',
            'tag',
            board.tags.map(({ id, title }) => ({ id, name: title })),
          )}
        </BarMenu>
      )}
      <BarMenu text={t('kanban.select.priority')} icon="warning">
        {board.priorities.map(({ id, key, title }) => (
          <MenuItem
            key={id}
            icon={<PriorityMark name={key} label="" />}
            onClick={() => run({ kind: 'priority', priorityId: id })}
          >
            {title}
          </MenuItem>
        ))}
        <MenuItem icon={<Icon name="dismiss" />} onClick={() => run({ kind: 'priority', priorityId: null })}>
          {t('kanban.select.noPriority')}
        </MenuItem>
      </BarMenu>
      <BarMenu text={t('kanban.due.label')} icon="calendar">
        {[
          ['kanban.today', day],
          ['kanban.select.tomorrow', addDays(day, 1)],
          ['kanban.select.inWeek', addDays(day, 7)],
          ['kanban.noDate', null],
        ].map(([text, endDate]) => (
          <MenuItem key={text} onClick={() => run({ kind: 'due', endDate: endDate ?? null })}>
            {t(text!)}
          </MenuItem>
        ))}
        <MenuItem onClick={() => setDueOpen(true)}>{t('kanban.select.otherDate')}</MenuItem>
      </BarMenu>
      {mayDelete && (
        <Button appearance="subtle" icon={<Icon name="delete" />} onClick={() => void remove()}>
          {t('kanban.select.remove')}
        </Button>
      )}
      <span className={styles.rest} />
      <Button appearance="subtle" icon={<Icon name="dismiss" />} onClick={() => clearSelection(ui)}>
        {t('kanban.select.clear')}
      </Button>
      {isDueOpen && (
        <DueDialog
          day={day}
          onClose={() => setDueOpen(false)}
          onChoose={(endDate) => run({ kind: 'due', endDate })}
        />
      )}
    </div>
  );
}

function BarMenu({ text, icon, children }: { text: string; icon: string; children: ReactNode }) {
  return (
    <ButtonMenu
      label={text}
      button={
        <MenuButton appearance="subtle" icon={<Icon name={icon} />}>
          {text}
        </MenuButton>
      }
    >
      {children}
    </ButtonMenu>
  );
}
