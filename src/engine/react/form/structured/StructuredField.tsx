import { ID_KEY, type ErrorSchema, type FieldPathList, type RJSFSchema } from '@rjsf/utils';
import { useCallback, useMemo } from 'react';
import type { FieldFault } from '../../../../contracts/errors.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { CompiledField } from '../../../core/form/compile.ts';
import type { FieldView } from '../../../core/form/views.ts';
import { pointerSegments } from '../../../core/form/schema-errors.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { structuredPrefix, structuredSeparator } from '../focus.ts';
import { structuredRegistry } from './registry.ts';

/** A nested object, a list or alternatives: what rjsf draws best. Its value lives in the form like any other. */
export default function StructuredField({ field, view }: { field: CompiledField; view: FieldView }) {
  const { model, readOnly, text } = useForm();
  const t = useText();
  const { name } = field;
  const registry = useMemo(() => structuredRegistry(model.form.schema, text, t), [model, text, t]);
  const schema = useMemo(() => {
    const properties = registry.rootSchema['properties'] as Record<string, RJSFSchema> | undefined;
    return { ...(properties?.[name] ?? (field.schema as RJSFSchema)), title: text(field.label) };
  }, [registry, name, field, text]);
  const fieldPathId = useMemo(
    () => ({ path: [name], [ID_KEY]: [structuredPrefix, name].join(structuredSeparator) }),
    [name],
  );
  const errorSchema = useMemo(() => errorTree(view.faults, name), [view.faults, name]);
  const onChange = useCallback(
    (value: unknown, path: FieldPathList) => {
      const at = path.map(String);
      // rjsf says with a symbol that a key is to go.
      model.set(
        at.length === 0 ? [name] : at,
        typeof value === 'symbol' ? undefined : (value as Json | undefined),
      );
    },
    [model, name],
  );
  const onBlur = useCallback(() => model.leave(name), [model, name]);
  const { SchemaField } = registry.fields;
  if (SchemaField === undefined) return null;
  return (
    <SchemaField
      name={name}
      schema={schema}
      uiSchema={uiSchema}
      fieldPathId={fieldPathId}
      formData={view.value}
      errorSchema={errorSchema}
      required={view.required}
      disabled={view.disabled}
      readonly={readOnly || field.readOnly}
      registry={registry}
      onChange={onChange}
      onBlur={onBlur}
      onFocus={ignore}
    />
  );
}

const uiSchema = {};
const ignore = () => undefined;

/** Faults of a field as the tree rjsf hands down to what lies inside it. */
function errorTree(faults: readonly FieldFault[], name: string): ErrorSchema {
  const root: Record<string, unknown> = {};
  for (const fault of faults) {
    let at = root;
    for (const segment of pointerSegments(fault.path).slice(
      pointerSegments(fault.path)[0] === name ? 1 : 0,
    )) {
      at[segment] ??= {};
      at = at[segment] as Record<string, unknown>;
    }
    at['__errors'] = [...((at['__errors'] as string[] | undefined) ?? []), fault.message];
  }
  return root as ErrorSchema;
}
