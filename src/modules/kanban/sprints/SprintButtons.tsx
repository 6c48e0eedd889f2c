import { Button } from '@fluentui/react-components';
import type { BoardSprint } from '../../../contracts/agile-board.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { Icon, useTooltip } from '../../../ui/index.ts';
import { useOpenBoard } from '../open-board.ts';
import { createSprintCalls } from './sprint-calls.ts';

/** What can be done with the sprint in sight: read its report, start or end it; and a new one, from the backlog. */
export function SprintButtons({ sprint }: { sprint: BoardSprint | null }) {
  const t = useText();
  const { host } = useHost();
  const { board, sync, ui } = useOpenBoard();
  const report = useTooltip(t('kanban.sprints.report'));
  const activate = async (id: number) => {
    try {
      await createSprintCalls(host).activate(board.id, id);
      host.notify('success', t('kanban.sprints.activated'));
      await sync.loadBoard();
    } catch (error) {
      host.notify('error', t('kanban.sprints.updateFailed'), { detail: (error as HostFailure).message });
    }
  };
  const mayUpdate = host.can({ verb: 'update' }, 'ppm-boards');
  if (sprint === null)
    return (
      mayUpdate && (
        <Button icon={<Icon name="add" />} onClick={() => ui.setState({ dialog: 'new-sprint' })}>
          {t('kanban.sprints.new')}
        </Button>
      )
    );
  return (
    <>
      <Button
        appearance="subtle"
        icon={<Icon name="data-trending" />}
        {...report.trigger}
        onClick={() => host.navigate(`/ppm-boards/${board.id}/sprint/${sprint.id}/report`)}
      />
      {report.tooltip}
      {!mayUpdate || sprint.state === 'ended' ? null : board.activeSprintId === sprint.id ? (
        <Button onClick={() => ui.setState({ dialog: 'end-sprint' })}>{t('kanban.sprints.end')}</Button>
      ) : (
        <Button onClick={() => void activate(sprint.id)}>{t('kanban.sprints.activate')}</Button>
      )}
    </>
  );
}
