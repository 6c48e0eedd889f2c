import type { FieldProps } from '@rjsf/utils';
import { useCallback, useContext, useMemo } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { trimText } from '../../../../contracts/text.ts';
import { countRender, type JsonSchema } from '../../../core/index.ts';
import { isComputed } from '../../../core/form/compute.ts';
import { compileField, isStructured, type CompiledField } from '../../../core/form/field.ts';
import { unsupportedKey } from '../../../core/form/sanitise-schema.ts';
import { useForm } from '../context.ts';
import { LabelledControl } from '../LabelledControl.tsx';
import { OutputField, ReadValue } from '../ReadField.tsx';
import { LabelContext, ownOf, useEditing, useLeaf, useModel, usePlace } from './context.ts';
import { useRowOptions } from './useRowOptions.ts';
import { UnsupportedNotice, type Unsupported } from './UnsupportedNotice.tsx';

/** The field that a part's schema and the layout make of it. */
export function compiledOf({
  schema,
  uiSchema,
  fieldPathId,
  required,
}: Pick<FieldProps, 'schema' | 'uiSchema' | 'fieldPathId' | 'required'>): CompiledField {
  const name = String(fieldPathId.path.at(-1) ?? '');
  const written = schema as JsonSchema;
  return compileField({ ...ownOf(uiSchema), field: name }, written, written, required === true);
}

/** A single value: the same controls and the same frame as a field of the form itself. */
export function LeafField(props: FieldProps) {
  const { schema, uiSchema, fieldPathId, required, disabled = false } = props;
  const { model, readOnly, text } = useForm();
  const { edit } = useEditing();
  const given = useContext(LabelContext);
  const written = useMemo(() => {
    const made = compiledOf({ schema, uiSchema, fieldPathId, required });
    return isStructured(made) ? { ...made, widget: 'json' as const } : made;
  }, [schema, uiSchema, fieldPathId, required]);
  const { path, id } = usePlace(fieldPathId);
  countRender(`field:${path.join('/')}`);
  const { value, error } = useLeaf(path);
  const offering = useRowOptions(written, path, value);
  const field = offering ?? written;
  const isEntry = given?.entry === true;
  const onChange = useCallback(
    (next: Json | undefined) => edit(path, next === undefined && isEntry ? '' : next),
    [edit, path, isEntry],
  );
  const onLeave = useCallback(() => {
    if (typeof value === 'string' && field.widget === 'text') {
      const trimmed = trimText(value);
      if (trimmed !== value) onChange(trimmed === '' ? undefined : trimmed);
    }
    model.leave(path);
  }, [model, onChange, path, value, field.widget]);

  const allowed = useModel(path[0]!, () => (path.length === 2 ? model.field(path[0]!).allowed : null));
  const isQuiet = given?.quiet === true;
  const label = given?.label ?? text(field.label);
  const note = (schema as JsonSchema)[unsupportedKey];
  if (note !== undefined) return <UnsupportedNotice label={label} note={note as unknown as Unsupported} />;
  if (offering === null) return null;
  if (readOnly) return <ReadValue field={field} id={id} label={isQuiet ? null : label} value={value} />;
  if (isComputed(model.form.computes, path))
    return (
      <OutputField quietLabel={isQuiet} bare={given?.cell === true} {...{ field, id, label, value, error }} />
    );
  return (
    <LabelledControl
      quietLabel={isQuiet}
      bare={given?.cell === true}
      required={field.required && !/^\d+$/.test(path.at(-1) ?? '')}
      hint={field.hint === undefined || isQuiet ? undefined : text(field.hint)}
      allowed={allowed}
      {...{ field, id, label, error, value, onChange, onLeave, disabled }}
    />
  );
}
