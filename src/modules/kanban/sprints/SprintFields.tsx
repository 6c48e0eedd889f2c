import { Input, makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame, noteId } from '../../../ui/index.ts';
import type { SprintForm } from './sprint-calls.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)',
    gap: '12px',
    '@media (max-width: 599.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

export const emptySprint = (day: string): SprintForm => ({ title: '', startDate: day, plannedEnd: '' });

/** What is wrong with a sprint's fields, by the keys of their texts; empty for what is right. */
export function sprintErrors({ title, startDate, plannedEnd }: SprintForm): Partial<SprintForm> {
  return {
    ...(title.trim() === '' && { title: 'kanban.sprints.required' }),
    ...(startDate === '' && { startDate: 'kanban.sprints.required' }),
    ...(plannedEnd !== '' && plannedEnd < startDate && { plannedEnd: 'kanban.sprints.endBeforeStart' }),
  };
}

/** Name and dates of a sprint. @param errors those to show */
export function SprintFields({
  form,
  errors,
  onChange,
}: {
  form: SprintForm;
  errors: Partial<SprintForm>;
  onChange(form: SprintForm): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const fields = [
    { name: 'title', label: 'name', type: 'text', required: true },
    { name: 'startDate', label: 'start', type: 'date', required: true },
    { name: 'plannedEnd', label: 'plannedEnd', type: 'date', required: false },
  ] as const;
  return (
    <div className={styles.fields}>
      {fields.map(({ name, label, type, required }) => {
        const error = errors[name];
        const own = `${id}-${name}`;
        return (
          <FieldFrame
            key={name}
            id={own}
            label={t(`kanban.sprints.${label}`)}
            required={required}
            error={error === undefined ? undefined : t(error)}
          >
            <Input
              id={own}
              type={type}
              className="field-control"
              value={form[name]}
              {...(name === 'title' && { maxLength: 250 })}
              aria-required={required}
              aria-invalid={error !== undefined}
              aria-describedby={noteId(own)}
              onChange={(_, { value }) => onChange({ ...form, [name]: value })}
            />
          </FieldFrame>
        );
      })}
    </div>
  );
}
