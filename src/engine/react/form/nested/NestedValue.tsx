import { memo, useMemo } from 'react';
import { countRender } from '../../../core/index.ts';
import { compileField, isStructured } from '../../../core/form/field.ts';
import { unsupportedKey } from '../../../core/form/sanitise-schema.ts';
import { mainType } from '../../../core/form/shape.ts';
import { useForm } from '../context.ts';
import { ChoiceValue } from './ChoiceValue.tsx';
import { LeafValue } from './LeafValue.tsx';
import { ListValue } from './ListValue.tsx';
import { pathOfKey, sameNested, type NestedProps } from './nested.ts';
import { ObjectValue } from './ObjectValue.tsx';
import { TableValue } from './TableValue.tsx';
import { TupleValue } from './TupleValue.tsx';
import { Unshown, type UnshownNote } from './Unshown.tsx';

/** Draws one value by what its schema says for what it holds now. */
export const NestedValue = memo(function NestedValue(props: NestedProps) {
  const { model, text } = useForm();
  countRender(`field:${props.path}`);
  const reader = model.form.reader();
  const { path, schema: written, value, own, required } = props;
  const read = useMemo(() => {
    const schema = reader.read(written, value);
    const name = pathOfKey(path).at(-1) ?? '';
    return {
      schema,
      alternatives: own?.widget === undefined ? reader.alternatives(schema) : null,
      field: compileField({ ...own, field: name }, schema, schema, required),
    };
  }, [reader, written, value, path, own, required]);
  const { schema, alternatives, field } = read;
  const label = own?.label === undefined ? props.label : text(own.label);
  const inner = { ...props, schema, label };

  const note = schema[unsupportedKey];
  if (note !== undefined) return <Unshown label={label} note={note as unknown as UnshownNote} />;
  if (alternatives !== null && alternatives.length > 0)
    return <ChoiceValue {...inner} alternatives={alternatives} />;
  if (!isStructured(field)) return <LeafValue {...inner} field={field} />;
  if (mainType(schema) === 'object') return <ObjectValue {...inner} />;
  if (mainType(schema) === 'array') {
    if (Array.isArray(schema['items'])) return <TupleValue {...inner} />;
    return field.widget === 'table' ? <TableValue {...inner} /> : <ListValue {...inner} />;
  }
  return <LeafValue {...inner} field={{ ...field, widget: 'json' }} />;
}, sameNested);
