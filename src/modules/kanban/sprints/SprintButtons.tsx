import { Button, MenuItem } from '@fluentui/react-components';
import type { BoardSprint } from '../../../contracts/agile-board.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, useTooltip } from '../../../ui/index.ts';
import { useOpenBoard } from '../open-board.ts';

interface SprintAction {
  id: 'new' | 'report' | 'end';
  text: string;
  icon?: string;
  run(): void;
}

/** Actions of the sprint in sight: read its report, end it; and a new one, from the backlog. */
function useSprintActions(sprint: BoardSprint | null): SprintAction[] {
  const t = useText();
  const { host } = useHost();
  const { board, ui } = useOpenBoard();
  const mayUpdate = host.can({ verb: 'update' }, 'ppm-boards');
  const open = (dialog: 'new-sprint' | 'end-sprint') => () => ui.setState({ dialog });
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
  if (!mayUpdate || board.activeSprintId !== id) return [report];
  return [report, { id: 'end', text: t('kanban.sprints.end'), run: open('end-sprint') }];
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
