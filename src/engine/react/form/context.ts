import { createContext, useContext } from 'react';
import type { Json } from '../../../contracts/json.ts';
import type { Text } from '../../core/index.ts';
import type { CompiledField } from '../../core/form/field.ts';
import type { FormModel } from '../../core/form/model.ts';

/** State that the fields of one open form share. The object changes with the form, its language and its mode only. */
export interface FormSurroundings {
  model: FormModel;
  readOnly: boolean;
  /** A text of the form's document in the person's language. */
  text(text: Text): string;
}

export const FormContext = createContext<FormSurroundings | null>(null);

export function useForm(): FormSurroundings {
  const form = useContext(FormContext);
  if (form === null) throw new Error('FormContext is missing around this component');
  return form;
}

/** Props of the control of one value. */
export interface ControlProps {
  field: CompiledField;
  /** DOM id of the control: the field's name. */
  id: string;
  label: string;
  value: Json | undefined;
  onChange(value: Json | undefined): void;
  /** Called when the control loses the focus. */
  onLeave(): void;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  readOnly: boolean;
  /** Ids of hint or error. */
  describedBy: string | undefined;
  placeholder: string | undefined;
  /** Values that a rule narrows its options to; null: all. */
  allowed: readonly (string | number | boolean)[] | null;
}
