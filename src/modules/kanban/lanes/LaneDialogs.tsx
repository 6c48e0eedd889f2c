import { useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FormDialog } from '../../../ui/index.ts';
import { emptyLane, formOfLane, laneErrors, limitOf } from '../core/lane-form.ts';
import type { BoardLane } from '../core/lists.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { LaneFields } from './LaneFields.tsx';
import { RemoveLane } from './RemoveLane.tsx';
import { useLaneChange } from './useLaneChange.ts';

/** The dialogs of lanes: a new one, what is set of one, and its removal. */
export function LaneDialogs() {
  const { board, ui } = useOpenBoard();
  const open = useUi(({ lanes }) => lanes);
  const lane = open && 'laneId' in open ? board.lanes.find(({ id }) => id === open.laneId) : undefined;
  const close = () => ui.setState({ lanes: null });
  if (open === null || (open.kind !== 'new' && !lane)) return null;
  return open.kind === 'remove' ? (
    <RemoveLane lane={lane!} onClose={close} />
  ) : (
    <EditLane lane={lane ?? null} onClose={close} />
  );
}

function EditLane({ lane, onClose }: { lane: BoardLane | null; onClose(): void }) {
  const t = useText();
  const change = useLaneChange();
  const [form, setForm] = useState(() => (lane ? formOfLane(lane) : emptyLane));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const wrong = laneErrors(form);
  const shown = {
    ...(isTried && wrong.title && { title: t(...wrong.title) }),
    ...(isTried && wrong.wipLimit && { wipLimit: t(...wrong.wipLimit) }),
    ...(taken !== null && { title: taken }),
  };
  const save = async () => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const title = form.title.trim();
    const { color, category, wipMode } = form;
    const refusal = await (lane
      ? change(t('kanban.lanes.saved'), (calls) =>
          calls.change(lane.id, lane.version, {
            // A name that was not changed stays that of the status, in every language.
            ...(title !== lane.title && { title }),
            ...(color !== lane.color && { color }),
            wipLimit: limitOf(form),
            wipMode,
          }),
        )
      : change(t('kanban.lanes.created'), (calls) => calls.add({ title, category, color })));
    setBusy(false);
    if (refusal === null) onClose();
    else setTaken(refusal.title);
  };
  return (
    <FormDialog
      title={lane ? t('kanban.lanes.editTitle', { lane: lane.title }) : t('kanban.lanes.new')}
      cancel={t('kanban.sprints.cancel')}
      submit={lane ? t('kanban.lanes.save') : t('kanban.lanes.create')}
      disabled={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <LaneFields
        form={form}
        isNew={lane === null}
        errors={shown}
        onChange={(next) => {
          setForm(next);
          setTaken(null);
        }}
      />
    </FormDialog>
  );
}
