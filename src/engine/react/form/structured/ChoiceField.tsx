import { makeStyles, tokens } from '@fluentui/react-components';
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toPointer, valueAt } from '../../../../contracts/json-pointer.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Alternative } from '../../../core/form/shape.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { LabelContext, usePart } from './context.ts';
import { LeafField } from './LeafField.tsx';
import { alternativesOf } from './schema-utils.ts';
import { Choice, FieldFrame } from '../../../../ui/index.ts';

const useStyles = makeStyles({
  inside: {
    paddingInlineStart: '12px',
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke2,
  },
});

const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/**
 * A value of one of several alternatives: the person chooses one first, then its parts are rendered. rjsf's own field
 * would choose again with every change of the value; here a value that is being typed stays in its alternative.
 */
export function ChoiceField(props: FieldProps) {
  const styles = useStyles();
  const t = useText();
  const { model, text, readOnly } = useForm();
  const reader = model.form.reader();
  const { schema, formData, registry } = props;
  const value = formData as Json | undefined;
  const { path, id, own, label, isQuiet, isEntry, error } = usePart(props);
  const alternatives = alternativesOf(schema);
  const [picked, setPicked] = useState(() =>
    value === undefined ? -1 : reader.indexOfMatch(alternatives, value),
  );
  // A value that comes from outside chooses by itself.
  const chosen = picked < 0 && value !== undefined ? reader.indexOfMatch(alternatives, value) : picked;
  const alternative = alternatives[chosen];
  useEffect(() => {
    if (chosen < 0) return undefined;
    const pointer = toPointer(path);
    model.choices.set(pointer, chosen);
    return () => void model.choices.delete(pointer);
  }, [model, path, chosen]);
  const inside = useMemo(
    () => ({ label, quiet: isQuiet || !readOnly, entry: isEntry }),
    [label, isQuiet, readOnly, isEntry],
  );

  /** The values of alternatives that were left: choosing one again restores what was typed in it. */
  const left = useRef(new Map<number, Json | undefined>());

  const choose = (index: number) => {
    setPicked(index);
    const next = alternatives[index];
    const now = valueAt(model.record, path) as Json | undefined;
    if (alternative !== undefined) left.current.set(chosen, now);
    if (next === undefined) model.set(path, undefined);
    else if (now === undefined || !reader.matches(next.schema, now))
      model.set(path, left.current.get(index) ?? reader.seed(next.schema));
  };
  const { SchemaField } = registry.fields;
  // The layout may give the value one control in place of its alternatives.
  if (own.widget !== undefined) return <LeafField {...props} />;
  const inner = (alternative !== undefined || readOnly) && SchemaField && (
    <LabelContext value={inside}>
      <SchemaField {...props} schema={(alternative?.schema ?? { type: 'string' }) as RJSFSchema} />
    </LabelContext>
  );
  if (readOnly) return inner;
  return (
    <>
      <FieldFrame
        id={`${id}::choice`}
        label={label === '' ? t('form.nested.kind') : label}
        quietLabel={isQuiet}
        required={props.required === true}
        error={alternative === undefined ? error : undefined}
      >
        <Choice
          id={`${id}::choice`}
          disabled={props.disabled === true}
          value={chosen < 0 ? '' : String(chosen)}
          placeholder={t('form.choose')}
          options={alternatives.map((one, at) => ({
            value: at,
            label: titleOf(one, t, text) || t('form.array.option', { index: at + 1 }),
          }))}
          onChange={(at) => choose(at === '' ? -1 : Number(at))}
        />
      </FieldFrame>
      {inner && <div className={styles.inside}>{inner}</div>}
    </>
  );
}

function titleOf({ title }: Alternative, t: (key: string) => string, text: (key: string) => string): string {
  return jsonTypes.has(title) ? t(`validation.types.${title}`) : text(title);
}
