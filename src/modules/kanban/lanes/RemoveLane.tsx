import { makeStyles } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { Choice, FieldFrame, FormDialog } from '../../../ui/index.ts';
import type { BoardLane } from '../core/lists.ts';
import { useOpenBoard, useSync } from '../open-board.ts';
import { useLaneChange } from './useLaneChange.ts';

const useStyles = makeStyles({ text: { margin: '0 0 12px' } });

/** Removes a lane; its cards of open sprints go to another one. */
export function RemoveLane({ lane, onClose }: { lane: BoardLane; onClose(): void }) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { board } = useOpenBoard();
  const change = useLaneChange();
  const cards = useSync(({ shown }) => shown?.cards);
  const others = board.lanes.filter((one) => one.id !== lane.id);
  const [target, setTarget] = useState(() => String(others[0]?.id ?? ''));
  const [isBusy, setBusy] = useState(false);
  const open = new Set(board.sprints.filter(({ state }) => state === 'open').map((sprint) => sprint.id));
  const count = Object.values(cards ?? {}).filter(
    ({ laneId, taskSprintId }) => laneId === lane.id && open.has(taskSprintId ?? 0),
  ).length;
  const remove = async () => {
    setBusy(true);
    const to = count === 0 ? null : Number(target);
    const refusal = await change(t('kanban.lanes.removed', { lane: lane.title }), (calls) =>
      calls.remove(lane.id, to),
    );
    setBusy(false);
    if (refusal === null) onClose();
  };
  return (
    <FormDialog
      title={t('kanban.lanes.removeTitle', { lane: lane.title })}
      cancel={t('kanban.sprints.keep')}
      submit={t('kanban.lanes.removeConfirm')}
      disabled={isBusy}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p className={styles.text}>
        {count === 0 ? t('kanban.lanes.removeEmpty') : t('kanban.lanes.removeCards', { count })}
      </p>
      {count > 0 && (
        <FieldFrame id={`${id}-to`} label={t('kanban.lanes.cardsTo')}>
          <Choice
            id={`${id}-to`}
            value={target}
            options={others.map((one) => ({ value: String(one.id), label: one.title }))}
            onChange={setTarget}
          />
        </FieldFrame>
      )}
    </FormDialog>
  );
}
