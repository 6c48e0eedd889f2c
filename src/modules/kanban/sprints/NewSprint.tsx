import { useState } from 'react';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { FormDialog } from '../../../ui/index.ts';
import { reasonOf } from '../core/reason.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { createSprintCalls } from './sprint-calls.ts';
import { emptySprint, sprintErrors, SprintFields } from './SprintFields.tsx';

/** Creates a sprint of the board, and shows it. */
export function NewSprint({ onSprint }: { onSprint(sprintId: number): void }) {
  const isOpen = useUi(({ dialog }) => dialog === 'new-sprint');
  return isOpen ? <NewSprintForm onSprint={onSprint} /> : null;
}

function NewSprintForm({ onSprint }: { onSprint(sprintId: number): void }) {
  const t = useText();
  const { host } = useHost();
  const { board, day, sync, ui } = useOpenBoard();
  const [form, setForm] = useState(() => emptySprint(day));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const errors = sprintErrors(form);
  const close = () => ui.setState({ dialog: null });
  const save = async () => {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    setBusy(true);
    try {
      const id = await createSprintCalls(host).create(board.id, form);
      host.notify('success', t('kanban.sprints.created'));
      // The sprint has to be there before it is shown.
      await sync.loadBoard();
      close();
      onSprint(id);
    } catch (error) {
      host.notify('error', t('kanban.sprints.createFailed'), { detail: reasonOf(error as HostFailure) });
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('kanban.sprints.new')}
      cancel={t('kanban.sprints.cancel')}
      submit={t('kanban.sprints.create')}
      disabled={isBusy}
      onSubmit={() => void save()}
      onClose={close}
    >
      <SprintFields form={form} errors={isTried ? errors : {}} onChange={setForm} />
    </FormDialog>
  );
}
