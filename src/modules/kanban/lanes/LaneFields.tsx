import { Input, makeStyles, mergeClasses, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { Choice, FieldFrame, Icon, noteId } from '../../../ui/index.ts';
import { laneCategories, laneColors, type LaneForm } from '../core/lane-form.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', rowGap: '4px' },
  colors: { display: 'flex', flexWrap: 'wrap', gap: '6px' },
  color: {
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForegroundOnBrand,
    '@media (pointer: coarse)': { width: '44px', height: '44px' },
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  input: { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  none: {
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground1,
    boxSizing: 'border-box',
  },
  limit: { maxWidth: '160px' },
});

/** Name, colour and limit of a lane; of a new one also what its work counts as. */
export function LaneFields({
  form,
  isNew,
  errors,
  onChange,
}: {
  form: LaneForm;
  isNew: boolean;
  /** Texts of what is wrong. */
  errors: { title?: string; wipLimit?: string };
  onChange(form: LaneForm): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const colors = [null, ...laneColors];
  if (form.color !== null && !colors.includes(form.color as (typeof laneColors)[number]))
    colors.push(form.color as (typeof laneColors)[number]);
  return (
    <div className={styles.fields}>
      <FieldFrame id={`${id}-title`} label={t('kanban.lanes.name')} required error={errors.title}>
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
      {isNew && (
        <FieldFrame
          id={`${id}-category`}
          label={t('kanban.lanes.category')}
          hint={t('kanban.lanes.categoryHint')}
        >
          <Choice
            id={`${id}-category`}
            value={form.category}
            options={laneCategories.map((value) => ({ value, label: t(`kanban.lanes.categories.${value}`) }))}
            onChange={(value) => onChange({ ...form, category: value as LaneForm['category'] })}
          />
        </FieldFrame>
      )}
      <FieldFrame id={`${id}-color`} label={t('kanban.lanes.color')}>
        <div
          id={`${id}-color`}
          className={styles.colors}
          role="radiogroup"
          aria-label={t('kanban.lanes.color')}
        >
          {colors.map((color, at) => (
            <span
              key={color ?? 'none'}
              className={mergeClasses(styles.color, color === null && styles.none)}
              style={color === null ? undefined : { backgroundColor: color }}
            >
              {form.color === color && <Icon name="checkmark" size={16} />}
              <input
                type="radio"
                className={styles.input}
                name={`${id}-color`}
                checked={form.color === color}
                aria-label={
                  color === null ? t('kanban.lanes.ownColor') : t('kanban.lanes.colorNumber', { number: at })
                }
                onChange={() => onChange({ ...form, color })}
              />
            </span>
          ))}
        </div>
      </FieldFrame>
      {!isNew && (
        <>
          <FieldFrame
            id={`${id}-limit`}
            label={t('kanban.lanes.limit')}
            hint={t('kanban.lanes.limitHint')}
            error={errors.wipLimit}
          >
            <Input
              id={`${id}-limit`}
              className={mergeClasses('field-control', styles.limit)}
              type="number"
              min={1}
              max={1000}
              value={form.wipLimit}
              aria-invalid={errors.wipLimit !== undefined}
              aria-describedby={noteId(`${id}-limit`)}
              onChange={(_, { value }) => onChange({ ...form, wipLimit: value })}
            />
          </FieldFrame>
          {form.wipLimit !== '' && (
            <RadioGroup
              value={form.wipMode}
              aria-label={t('kanban.lanes.mode')}
              onChange={(_, { value }) => onChange({ ...form, wipMode: value as LaneForm['wipMode'] })}
            >
              <Radio value="soft" label={t('kanban.lanes.soft')} />
              <Radio value="hard" label={t('kanban.lanes.hard')} />
            </RadioGroup>
          )}
        </>
      )}
    </div>
  );
}
