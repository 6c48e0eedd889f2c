import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { useOpenBoard, useUi } from '../open-board.ts';
import { createSprintCalls } from './sprint-calls.ts';
import { emptySprint, sprintErrors, SprintFields } from './SprintFields.tsx';

/** Creates a sprint of the board, and shows it. */
export function NewSprint({ onSprint }: { onSprint(sprintId: number): void }) {
  const { ui } = useOpenBoard();
  const isOpen = useUi(({ dialog }) => dialog === 'new-sprint');
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => ui.setState({ dialog: open ? 'new-sprint' : null })}>
      <DialogSurface>
        <NewSprintForm onSprint={onSprint} />
      </DialogSurface>
    </Dialog>
  );
}

function NewSprintForm({ onSprint }: { onSprint(sprintId: number): void }) {
  const t = useText();
  const { host } = useHost();
  const { board, day, ui } = useOpenBoard();
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
      close();
      onSprint(id);
    } catch (error) {
      host.notify('error', t('kanban.sprints.createFailed'), { detail: (error as HostFailure).message });
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DialogBody>
        <DialogTitle>{t('kanban.sprints.new')}</DialogTitle>
        <DialogContent>
          <SprintFields form={form} errors={isTried ? errors : {}} onChange={setForm} />
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{t('kanban.sprints.cancel')}</Button>
          <Button appearance="primary" type="submit" disabled={isBusy}>
            {t('kanban.sprints.create')}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  );
}
