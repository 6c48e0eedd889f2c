import { useId, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FormDialog } from '../../../ui/index.ts';
import { DateField, isDayOrEmpty } from '../DateField.tsx';

/** Asks for a due date. */
export function DueDialog({
  day,
  onChoose,
  onClose,
}: {
  day: string;
  onChoose(date: string): void;
  onClose(): void;
}) {
  const t = useText();
  const id = useId();
  const [date, setDate] = useState(day);
  const [isTried, setTried] = useState(false);
  const error =
    date === '' ? 'kanban.sprints.required' : isDayOrEmpty(date) ? undefined : 'validation.format.date';
  return (
    <FormDialog
      title={t('kanban.select.otherDate')}
      cancel={t('kanban.sprints.cancel')}
      submit={t('kanban.select.apply')}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (error !== undefined) return;
        onClose();
        onChoose(date);
      }}
    >
      <DateField
        id={id}
        label={t('kanban.due.label')}
        value={date}
        required
        error={isTried && error !== undefined ? t(error) : undefined}
        onChange={setDate}
      />
    </FormDialog>
  );
}
