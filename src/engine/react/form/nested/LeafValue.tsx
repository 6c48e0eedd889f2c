import { useCallback, useMemo } from 'react';
import { trimText } from '../../../../contracts/text.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { CompiledField } from '../../../core/form/field.ts';
import type { FieldWidget } from '../../../core/form/field.ts';
import { FieldControl } from '../controls/FieldControl.tsx';
import { selfLabelled, groups } from '../controls/controls.ts';
import { useForm } from '../context.ts';
import { FieldFrame, noteId } from '../FieldFrame.tsx';
import { idOf } from '../focus.ts';
import { ReadValue } from '../ReadField.tsx';
import { ownError, pathOfKey, type NestedProps } from './nested.ts';

/** A single value inside of another: the same controls and the same frame as a field of the form itself. */
export function LeafValue({
  field,
  bare = false,
  ...props
}: NestedProps & {
  field: CompiledField;
  /** In a table's cell: its note stands below only when there is one. */ bare?: boolean;
}) {
  const { model, readOnly, text } = useForm();
  const { path: key, value, label, errors } = props;
  const path = useMemo(() => pathOfKey(key), [key]);
  const id = idOf(path);
  const onChange = useCallback((next: Json | undefined) => model.set(path, next), [model, path]);
  const onLeave = useCallback(() => {
    if (typeof value === 'string' && field.widget === 'text') {
      const trimmed = trimText(value);
      if (trimmed !== value) model.set(path, trimmed === '' ? undefined : trimmed);
    }
    model.leave(path);
  }, [model, path, value, field.widget]);
  const widget = field.widget as FieldWidget;
  const error = ownError(errors, key) ?? errors[0]?.message;
  const hint = field.hint === undefined || props.quietLabel === true ? undefined : text(field.hint);
  if (readOnly)
    return <ReadValue field={field} id={id} label={props.quietLabel === true ? null : label} value={value} />;
  return (
    <FieldFrame
      id={id}
      label={selfLabelled.has(widget) && props.quietLabel !== true ? null : label}
      quietLabel={props.quietLabel === true}
      required={props.required}
      hint={hint}
      error={error}
      group={groups.has(widget)}
      selfLabelled={selfLabelled.has(widget)}
      bare={bare}
    >
      <FieldControl
        widget={widget}
        field={field}
        id={id}
        label={props.quietLabel === true && selfLabelled.has(widget) ? '' : label}
        value={value}
        onChange={onChange}
        onLeave={onLeave}
        invalid={error !== undefined}
        required={props.required}
        disabled={props.disabled}
        readOnly={field.readOnly}
        describedBy={error !== undefined || hint !== undefined ? noteId(id) : undefined}
        placeholder={field.placeholder === undefined ? undefined : text(field.placeholder)}
        allowed={null}
      />
    </FieldFrame>
  );
}
