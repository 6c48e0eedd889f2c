import { Button, MenuItem } from '@fluentui/react-components';
import type { BoardSprint } from '../../../contracts/agile-board.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, useTooltip } from '../../../ui/index.ts';
import { reasonOf } from '../core/reason.ts';
import { useOpenBoard } from '../open-board.ts';
import { createSprintCalls } from './sprint-calls.ts';

interface SprintAction {
  id: 'new' | 'report' | 'end' | 'activate';
  text: string;
  icon?: string;
  run(): void;
}

/** Actions of the sprint in sight: read its report, start or end it; and a new one, from the backlog. */
function useSprintActions(sprint: BoardSprint | null): SprintAction[] {
  const t = useText();
  const { host } = useHost();
  const { board, sync, ui } = useOpenBoard();
  const mayUpdate = host.can({ verb: 'update' }, 'ppm-boards');
  const open = (dialog: 'new-sprint' | 'end-sprint') => () => ui.setState({ dialog });
  const activate = async (id: number) => {
    try {
      await createSprintCalls(host).activate(board.id, id);
      host.notify('success', t('kanban.sprints.activated'));
      await sync.loadBoard();
    } catch (error) {
      host.notify('error', t('kanban.sprints.updateFailed'), { detail: reasonOf(error as HostFailure) });
    }
  };
  if (sprint === null)
    return mayUpdate
      ? [{ id: 'new', text: t('kanban.sprints.new'), icon: 'add', run: open('new-sprint') }]
      : [];
  const { id } = sprint;
  const report: SprintAction = {
    id: 'report',
    text: t('kanban.sprints.report'),
    icon: 'data-trending',
    run: () => host.navigate(`/ppm-boards/${board.id}/sprint/${id}/report`),
  };
  if (!mayUpdate || sprint.state === 'ended') return [report];
  return [
    report,
    board.activeSprintId === id
      ? { id: 'end', text: t('kanban.sprints.end'), run: open('end-sprint') }
      : { id: 'activate', text: t('kanban.sprints.activate'), run: () => void activate(id) },
  ];
}

export function SprintButtons({ sprint }: { sprint: BoardSprint | null }) {
  return useSprintActions(sprint).map((action) =>
    action.id === 'report' ? (
      <IconAction key={action.id} {...action} />
    ) : (
      <Button
        key={action.id}
        {...(action.icon && { icon: <Icon name={action.icon} /> })}
        onClick={action.run}
      >
        {action.text}
      </Button>
    ),
  );
}

function IconAction({ text, icon = '', run }: SprintAction) {
  const { trigger, tooltip } = useTooltip(text);
  return (
    <>
      <Button appearance="subtle" icon={<Icon name={icon} />} {...trigger} onClick={run} />
      {tooltip}
    </>
  );
}

/** The same as entries of a menu. */
export function SprintEntries({ sprint }: { sprint: BoardSprint | null }) {
  return useSprintActions(sprint).map(({ id, text, run }) => (
    <MenuItem key={id} onClick={run}>
      {text}
    </MenuItem>
  ));
}
