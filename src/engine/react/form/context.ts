import { createContext, useContext } from 'react';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Path, Scope, Text } from '../../core/index.ts';
import type { CompiledField } from '../../core/form/field.ts';
import type { FormModel } from '../../core/form/form-model.ts';

/** State that the fields of one open form share. The object changes with the form, its language and its mode only. */
export interface FormSurroundings {
  model: FormModel;
  readOnly: boolean;
  /** The page consists of the form, whose sections are cards. */
  cards: boolean;
  /** A text of the form's document in the person's language. */
  text(text: Text): string;
  /** DOM id of the control of a value, which no other form on the page has. */
  idOf(path: Path): string;
}

export const FormContext = createContext<FormSurroundings | null>(null);

export function useForm(): FormSurroundings {
  const form = useContext(FormContext);
  if (form === null) throw new Error('FormContext is missing around this component');
  return form;
}

/** Surroundings that a control reads beside its own value: of the form around it, or of the screen where no form is. */
export interface ControlSurroundings {
  /** A text of the definition in the person's language. */
  text(text: Text): string;
  /** Scope that the addresses and queries of options can read. */
  scope(): Scope;
  /** The label of the field that a reference (`form.unit`) reads; null when it reads no field. */
  labelOf(reference: string): string | null;
  /** The loaded record, which may name chosen values. */
  loaded(): JsonObject;
  /** Values of the fields that options depend on. */
  valueOf(field: string): Json | undefined;
  /** Notifies about changes of one of these fields. */
  subscribe(fields: readonly string[], listener: () => void): () => void;
}

export const ControlContext = createContext<ControlSurroundings | null>(null);

export function useControls(): ControlSurroundings {
  const surroundings = useContext(ControlContext);
  if (surroundings === null) throw new Error('ControlContext is missing around this component');
  return surroundings;
}

/** Props of the control of one value. */
export interface ControlProps {
  field: CompiledField;
  /** DOM id of the control: the field's name. */
  id: string;
  label: string;
  /** The control has no label element of its own: it is one of several in a field. */
  named?: boolean;
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
