import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Input,
} from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { FieldFrame, noteId } from '../../../ui/index.ts';
import { mostSaved, storedFilters, withSaved, type SavedFilter } from '../core/saved-filters.ts';
import { useOpenBoard } from '../open-board.ts';

/** Gives what is shown a name, under which the person finds it again. */
export function SaveFilter({
  saved,
  onSave,
  onClose,
}: {
  saved: readonly SavedFilter[];
  onSave(stored: Json): void;
  onClose(): void;
}) {
  const t = useText();
  const { host } = useHost();
  const { ui } = useOpenBoard();
  const id = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = () => {
    const given = name.trim();
    const isNew = saved.every((one) => one.name !== given);
    if (given === '') setError(t('kanban.sprints.required'));
    else if (isNew && saved.length >= mostSaved) setError(t('kanban.saved.tooMany', { count: mostSaved }));
    else {
      const { filter, order, grouping } = ui.getState();
      onSave(storedFilters(withSaved(saved, { name: given, filter, order, grouping })));
      host.notify('success', t('kanban.saved.done', { name: given }));
      onClose();
    }
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogSurface>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <DialogBody>
            <DialogTitle>{t('kanban.saved.save')}</DialogTitle>
            <DialogContent>
              <FieldFrame id={id} label={t('kanban.sprints.name')} required error={error}>
                <Input
                  id={id}
                  className="field-control"
                  value={name}
                  maxLength={60}
                  aria-required
                  aria-invalid={error !== undefined}
                  aria-describedby={noteId(id)}
                  onChange={(_, { value }) => setName(value)}
                />
              </FieldFrame>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{t('kanban.sprints.cancel')}</Button>
              <Button appearance="primary" type="submit">
                {t('kanban.lanes.save')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
