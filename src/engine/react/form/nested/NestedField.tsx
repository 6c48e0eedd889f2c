import type { CompiledField } from '../../../core/form/field.ts';
import type { FieldView } from '../../../core/form/views.ts';
import { useForm } from '../context.ts';
import { NestedValue } from './NestedValue.tsx';
import { PartContext } from './Part.tsx';

/** A root field that is an object, a list or alternatives: drawn value by value, each rendering for itself. */
export default function NestedField({ field, view }: { field: CompiledField; view: FieldView }) {
  const { model, text } = useForm();
  const properties = model.form.reader().read(model.form.reader().schema, model.record)['properties'];
  const schema =
    (properties as Record<string, typeof field.schema> | undefined)?.[field.name] ?? field.schema;
  return (
    <PartContext.Provider value={NestedValue}>
      <NestedValue
        path={field.name}
        schema={schema}
        own={field.own}
        value={view.value}
        errors={view.errors}
        label={text(field.label)}
        required={view.required}
        disabled={view.disabled || field.readOnly}
        depth={0}
      />
    </PartContext.Provider>
  );
}
