import { useCallback, useMemo, useState } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import type { FieldProps, JsonSchema } from '../../core/index.ts';
import { SkeletonItem } from '../../../ui/index.ts';
import { isEmptyValue } from '../../core/form/compile.ts';
import { compileField, type CompiledField, type FieldWidget } from '../../core/form/field.ts';
import { createInterpreter } from '../../core/form/interpreter.ts';
import { schemaErrorText, type SchemaError } from '../../core/form/schema-errors.ts';
import { useEngine } from '../context.ts';
import type { Resolved } from '../contract.ts';
import { useText } from '../hooks.ts';
import { useTexts } from '../screen/useTexts.ts';
import { ControlContext } from './context.ts';
import { LabelledControl } from './LabelledControl.tsx';
import { useScreenSurroundings } from './screen-controls.ts';

export type StateFieldSettings = Omit<Resolved<FieldProps>, 'bind'>;

const hex: JsonSchema = { type: 'string', format: 'color' };

/** Schemas of the values that the controls edit, without the limits that a definition sets. */
const schemas: Readonly<Partial<Record<FieldWidget, JsonSchema>>> = {
  number: { type: 'number' },
  money: { type: 'number' },
  slider: { type: 'number' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'clock-time' },
  datetime: { type: 'string', format: 'date-time' },
  cpf: { type: 'string', format: 'cpf' },
  cnpj: { type: 'string', format: 'cnpj' },
  phone: { type: 'string', format: 'phone' },
  cep: { type: 'string', format: 'cep' },
  switch: { type: 'boolean' },
  checkbox: { type: 'boolean' },
  tags: { type: 'array' },
  choices: { type: 'array' },
  multiselect: { type: 'array' },
  checkboxes: { type: 'array' },
  color: hex,
  daterange: {
    type: 'object',
    properties: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
  },
  icon: { type: 'object', properties: { color: hex } },
};

const isNumber = (control: FieldWidget) => ['number', 'money', 'slider'].includes(control);

function schemaOf(settings: StateFieldSettings): JsonSchema {
  const { control = 'text', min, max, step, maxLength, maxItems } = settings;
  return {
    ...schemas[control],
    ...(isNumber(control) && min !== undefined && { minimum: min }),
    ...(isNumber(control) && max !== undefined && { maximum: max }),
    ...(isNumber(control) && step !== undefined && { multipleOf: step }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** A range that ends before it begins. */
const isReversed = (value: Json): boolean =>
  isObject(value) &&
  typeof value['from'] === 'string' &&
  typeof value['to'] === 'string' &&
  value['to'] < value['from'];

interface StateFieldProps {
  id: string;
  settings: StateFieldSettings;
  value: Json | undefined;
  /** Gets null for an emptied control. */
  onChange(value: Json): void;
  /** The label is for screen readers only. */
  quietLabel?: boolean;
  /** No room is reserved for hint and error. */
  bare?: boolean;
  /** Shows an error also before the person leaves the control. */
  checked?: boolean;
}

/**
 * A control of the forms over a value that is not a form's, with its label, its hint and its validation: an error appears
 * when the person leaves the control, and goes once the value is valid.
 */
export function StateField(props: StateFieldProps) {
  return useTexts('forms') ? <LoadedField {...props} /> : <SkeletonItem height={32} />;
}

function LoadedField({
  id,
  settings,
  value,
  onChange,
  quietLabel = false,
  bare = false,
  checked = false,
}: StateFieldProps) {
  const surroundings = useScreenSurroundings();
  const t = useText();
  const { host } = useEngine();
  const [isLeft, setIsLeft] = useState(false);
  const field = useFieldOf(id, settings);
  const { label, hint, error } = settings;
  const required = settings.required === true;
  const own = isEmptyValue(value) ? undefined : value;

  const message = useMemo(() => {
    if (error !== undefined && error !== '') return error;
    if (!isLeft && !checked) return undefined;
    const found = errorOf(field, own, required);
    if (found === undefined) return undefined;
    return found === 'reversed'
      ? t('form.range.reversed')
      : schemaErrorText(found, label, (key, values) => host.translate(key, values), own);
  }, [error, isLeft, checked, field, own, required, label, t, host]);

  const change = useCallback((next: Json | undefined) => onChange(next ?? null), [onChange]);
  const leave = useCallback(() => setIsLeft(true), []);
  return (
    <ControlContext value={surroundings}>
      <LabelledControl
        id={id}
        field={field}
        label={label}
        value={own}
        hint={hint === '' ? undefined : hint}
        error={message}
        required={required}
        disabled={settings.disabled === true}
        allowed={null}
        onChange={change}
        onLeave={leave}
        {...{ quietLabel, bare }}
      />
    </ControlContext>
  );
}

function errorOf(
  field: CompiledField,
  value: Json | undefined,
  required: boolean,
): SchemaError | 'reversed' | undefined {
  if (value === undefined)
    return required ? { keyword: 'required', path: '', params: { missingProperty: field.name } } : undefined;
  if (isReversed(value)) return 'reversed';
  return createInterpreter(field.schema).errorsOf(field.schema, value, '')[0];
}

/** The field that the settings make; the same one while they are equal. */
function useFieldOf(name: string, settings: StateFieldSettings): CompiledField {
  const { control = 'text', label, hint, placeholder, options, unit, currency } = settings;
  const schemaText = JSON.stringify(schemaOf(settings));
  return useMemo(() => {
    const schema = JSON.parse(schemaText) as JsonSchema;
    const written = {
      field: name,
      widget: control,
      label,
      ...(hint !== undefined && { hint }),
      ...(placeholder !== undefined && { placeholder }),
      ...(options !== undefined && { options }),
      ...(unit !== undefined && { unit }),
      ...(currency !== undefined && { currency }),
    };
    return compileField(written, schema, schema, false);
  }, [name, control, label, hint, placeholder, options, unit, currency, schemaText]);
}
