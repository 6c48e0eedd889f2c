import type { ComponentType } from 'react';
import { lazyComponent, type LazySource } from '../../../../ui/index.ts';
import type { FieldWidget } from '../../../core/form/field.ts';
import type { ControlProps } from '../context.ts';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './ChoiceControls.tsx';
import { DateControl } from './DateControl.tsx';
import { MaskedTextControl } from './MaskedTextControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { PasswordControl } from './PasswordControl.tsx';
import { TextareaControl, TextControl } from './TextControl.tsx';
import { ComboboxControl } from './ComboboxControl.tsx';

/** Widgets of a single value; lists and tables are rendered item by item, and panels have a head of their own. */
export type ValueWidget = Exclude<FieldWidget, 'list' | 'table' | 'matrix' | 'pending-list'>;

/** Controls that most forms use; the others are loaded with the first form that uses them. */
export const controls: Readonly<Partial<Record<FieldWidget, ComponentType<ControlProps>>>> = {
  text: TextControl,
  textarea: TextareaControl,
  password: PasswordControl,
  select: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  date: DateControl,
  number: NumberControl,
  cpf: MaskedTextControl,
  cnpj: MaskedTextControl,
  phone: MaskedTextControl,
  cep: MaskedTextControl,
  combobox: ComboboxControl,
};

export const lateControls: Readonly<Partial<Record<FieldWidget, LazySource<ControlProps>>>> = {
  richtext: lazyComponent(() => import('./RichTextControl.tsx')),
  time: lazyComponent(() => import('./TimeControl.tsx')),
  datetime: lazyComponent(() => import('./DateTimeControl.tsx')),
  money: lazyComponent(() => import('./MoneyControl.tsx')),
  slider: lazyComponent(() => import('./SliderControl.tsx')),
  multiselect: lazyComponent(() => import('./MultiselectControl.tsx')),
  checkboxes: lazyComponent(() => import('./CheckboxesControl.tsx')),
  tags: lazyComponent(() => import('./TagsControl.tsx')),
  choices: lazyComponent(() => import('./ChoicesControl.tsx')),
  daterange: lazyComponent(() => import('./DateRangeControl.tsx')),
  color: lazyComponent(() => import('./ColorControl.tsx')),
  icon: lazyComponent(() => import('./IconControl.tsx')),
  file: lazyComponent(() => import('./FileControl.tsx')),
  image: lazyComponent(() => import('./ImageControl.tsx')),
  json: lazyComponent(() => import('./JsonControl.tsx')),
};

/** Heights of controls of several lines before their code or their record is there, in pixels; others have one line. */
export const tallControls: Readonly<Partial<Record<FieldWidget, number>>> = {
  textarea: 96,
  richtext: 143,
  json: 56,
  image: 134,
  matrix: 480,
  'pending-list': 320,
};

/** Controls that carry their label themselves. */
export const selfLabelled: ReadonlySet<FieldWidget> = new Set(['checkbox', 'switch']);

/** Controls of several parts: the label names the group. */
export const groups: ReadonlySet<FieldWidget> = new Set([
  'radio',
  'checkboxes',
  'daterange',
  'file',
  'image',
  'richtext',
]);
