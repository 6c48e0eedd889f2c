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
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';

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
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogSurface>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (date === '') return;
            onClose();
            onChoose(date);
          }}
        >
          <DialogBody>
            <DialogTitle>{t('kanban.select.otherDate')}</DialogTitle>
            <DialogContent>
              <FieldFrame id={id} label={t('kanban.due.label')}>
                <Input
                  id={id}
                  type="date"
                  className="field-control"
                  value={date}
                  onChange={(_, { value }) => setDate(value)}
                />
              </FieldFrame>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{t('kanban.sprints.cancel')}</Button>
              <Button appearance="primary" type="submit" disabled={date === ''}>
                {t('kanban.select.apply')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
