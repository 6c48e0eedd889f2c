import type { ComponentType } from 'react';
import type { FieldWidget } from '../../../core/form/compile.ts';
import type { ControlProps } from '../context.ts';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './ChoiceControls.tsx';
import { ComboboxControl } from './ComboboxControl.tsx';
import { CpfControl } from './CpfControl.tsx';
import { DateControl } from './DateControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { PasswordControl } from './PasswordControl.tsx';
import { TextareaControl, TextControl } from './TextControl.tsx';

/** The control of every kind of field. */
export const controls: Readonly<Record<FieldWidget, ComponentType<ControlProps>>> = {
  text: TextControl,
  textarea: TextareaControl,
  password: PasswordControl,
  select: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  date: DateControl,
  number: NumberControl,
  cpf: CpfControl,
  combobox: ComboboxControl,
};

/** Controls that carry their label themselves. */
export const selfLabelled: ReadonlySet<FieldWidget> = new Set(['checkbox', 'switch']);
