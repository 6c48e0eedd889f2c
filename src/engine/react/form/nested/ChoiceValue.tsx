import { makeStyles, Select, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Alternative } from '../../../core/form/shape.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { idOf } from '../focus.ts';
import { Part } from './Part.tsx';
import { ownError, pathOfKey, type NestedProps } from './nested.ts';

const useStyles = makeStyles({
  inside: {
    paddingInlineStart: '12px',
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke2,
  },
});

const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** A value of one of several forms: which one is chosen first, then it is drawn. */
export function ChoiceValue({
  alternatives,
  ...props
}: NestedProps & { alternatives: readonly Alternative[] }) {
  const styles = useStyles();
  const t = useText();
  const { model, text, readOnly } = useForm();
  const reader = model.form.reader();
  const { value, path: key } = props;
  const [picked, setPicked] = useState(() => (value === undefined ? -1 : reader.chosen(alternatives, value)));
  // What was given from outside chooses by itself; what is typed into a choice stays in it.
  const chosen = picked < 0 && value !== undefined ? reader.chosen(alternatives, value) : picked;
  const path = pathOfKey(key);
  const id = `${idOf(path)}::choice`;
  const named = ({ title }: Alternative) =>
    jsonTypes.has(title) ? t(`errors.form.types.${title}`) : text(title);

  const choose = (index: number) => {
    setPicked(index);
    const next = alternatives[index];
    if (next === undefined) model.set(path, undefined);
    else if (value === undefined || !reader.matches(next.schema, value))
      model.set(path, reader.seed(next.schema));
  };
  const alternative = alternatives[chosen];
  const inner = alternative && (
    <Part
      {...props}
      schema={alternative.schema}
      own={props.own && { ...props.own, label: undefined }}
      label={props.label}
      quietLabel
      depth={props.depth + 1}
    />
  );
  if (readOnly) return inner ?? <Part {...props} schema={{ type: 'string', readOnly: true }} />;
  return (
    <>
      <FieldFrame
        id={id}
        label={props.label === '' ? t('form.nested.kind') : props.label}
        quietLabel={props.quietLabel === true}
        required={props.required}
        error={alternative === undefined ? (ownError(props.errors, key) ?? undefined) : undefined}
      >
        <Select
          id={id}
          disabled={props.disabled}
          value={String(chosen)}
          onChange={(_, change) => choose(Number(change.value))}
        >
          <option value="-1">{t('form.choose')}</option>
          {alternatives.map((one, at) => (
            <option key={at} value={String(at)}>
              {named(one) || t('form.array.option', { index: at + 1 })}
            </option>
          ))}
        </Select>
      </FieldFrame>
      {inner && <div className={styles.inside}>{inner}</div>}
    </>
  );
}
