import { Input, makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { isDay } from '../../../contracts/periods.ts';
import { FieldFrame, noteId } from '../../../ui/index.ts';
import { nameError, required, type FieldError } from '../core/field-error.ts';
import { DateField, isDayOrEmpty } from '../DateField.tsx';
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

type SprintErrors = Partial<Record<keyof SprintForm, FieldError>>;

/** Characters of a sprint's name. */
const mostCharacters = 250;

/** Validation errors of a sprint's fields; empty without any. */
export function sprintErrors({ title, startDate, plannedEnd }: SprintForm): SprintErrors {
  const name = nameError(title, mostCharacters);
  return {
    ...(name && { title: name }),
    ...(startDate === '' && { startDate: required }),
    ...(!isDayOrEmpty(startDate) && { startDate: ['validation.format.date'] }),
    ...(!isDayOrEmpty(plannedEnd) && { plannedEnd: ['validation.format.date'] }),
    ...(isDay(plannedEnd) &&
      isDay(startDate) &&
      plannedEnd < startDate && { plannedEnd: ['kanban.sprints.endBeforeStart'] }),
  };
}

/** Name and dates of a sprint. @param errors those to show */
export function SprintFields({
  form,
  errors,
  onChange,
}: {
  form: SprintForm;
  errors: SprintErrors;
  onChange(form: SprintForm): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const error = (name: keyof SprintForm) => {
    const wrong = errors[name];
    return wrong && t(...wrong);
  };
  return (
    <div className={styles.fields}>
      <FieldFrame id={`${id}-title`} label={t('kanban.sprints.name')} required error={error('title')}>
        <Input
          id={`${id}-title`}
          className="field-control"
          value={form.title}
          aria-required
          aria-invalid={errors.title !== undefined}
          aria-describedby={noteId(`${id}-title`)}
          onChange={(_, { value }) => onChange({ ...form, title: value })}
        />
      </FieldFrame>
      <DateField
        id={`${id}-start`}
        label={t('kanban.sprints.start')}
        required
        value={form.startDate}
        error={error('startDate')}
        onChange={(startDate) => onChange({ ...form, startDate })}
      />
      <DateField
        id={`${id}-end`}
        label={t('kanban.sprints.plannedEnd')}
        value={form.plannedEnd}
        error={error('plannedEnd')}
        onChange={(plannedEnd) => onChange({ ...form, plannedEnd })}
      />
    </div>
  );
}
