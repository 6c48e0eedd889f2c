import { Input } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { FieldFrame, FormDialog, noteId } from '../../../ui/index.ts';
import { nameError, type FieldError } from '../core/field-error.ts';
import { mostSaved, storedFilters, withSaved, type SavedFilter } from '../core/saved-filters.ts';
import { useOpenBoard } from '../open-board.ts';

/** Characters of a filter's name. */
const mostCharacters = 60;

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
  const [error, setError] = useState<FieldError>();
  const save = () => {
    const given = name.trim();
    const isNew = saved.every((one) => one.name !== given);
    const wrong = nameError(given, mostCharacters);
    if (wrong) setError(wrong);
    else if (isNew && saved.length >= mostSaved) setError(['kanban.saved.tooMany', { count: mostSaved }]);
    else {
      const { filter, order, grouping } = ui.getState();
      onSave(storedFilters(withSaved(saved, { name: given, filter, order, grouping })));
      host.notify('success', t('kanban.saved.done', { name: given }));
      onClose();
    }
  };
  return (
    <FormDialog
      title={t('kanban.saved.save')}
      cancel={t('kanban.sprints.cancel')}
      submit={t('kanban.lanes.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <FieldFrame id={id} label={t('kanban.sprints.name')} required error={error && t(...error)}>
        <Input
          id={id}
          className="field-control"
          value={name}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={noteId(id)}
          onChange={(_, { value }) => setName(value)}
        />
      </FieldFrame>
    </FormDialog>
  );
}
