import type { RegistryWidgetsType, RJSFSchema, WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import type { JsonSchema } from '../../../core/index.ts';
import { typesOf, type CompiledField, type FieldOption } from '../../../core/form/compile.ts';
import type { ControlProps } from '../context.ts';
import { CheckboxControl, SelectControl } from '../controls/ChoiceControls.tsx';
import { CpfControl } from '../controls/CpfControl.tsx';
import { DateControl } from '../controls/DateControl.tsx';
import { NumberControl } from '../controls/NumberControl.tsx';
import { PasswordControl } from '../controls/PasswordControl.tsx';
import { TextareaControl, TextControl } from '../controls/TextControl.tsx';
import { noteId } from '../FieldFrame.tsx';

/** One of the form's own controls where rjsf asks for a widget. */
function asWidget(choose: (schema: RJSFSchema) => ComponentType<ControlProps>) {
  return function StructuredWidget(props: WidgetProps) {
    const Control = choose(props.schema);
    const invalid = (props.rawErrors?.length ?? 0) > 0;
    return (
      <Control
        field={pseudoField(props)}
        id={props.id}
        label={props.label}
        value={props.value as Json | undefined}
        onChange={(value) => props.onChange(value)}
        onLeave={() => props.onBlur(props.id, props.value)}
        invalid={invalid}
        required={props.required === true}
        disabled={props.disabled === true}
        readOnly={props.readonly === true}
        describedBy={noteId(props.id)}
        placeholder={props.placeholder || undefined}
        allowed={null}
      />
    );
  };
}

/** What a control reads of a field, for a value inside a structured one. */
function pseudoField({ id, schema, label, options, required }: WidgetProps): CompiledField {
  const listed = (options.enumOptions ?? []).map((option): FieldOption => ({
    value: option.value as string | number | boolean,
    text: option.label,
  }));
  return {
    name: id,
    schema: schema as JsonSchema,
    widget: null,
    label,
    hint: undefined,
    placeholder: undefined,
    span: 1,
    readOnly: false,
    autocomplete: undefined,
    generate: false,
    options: listed.length > 0 ? listed : null,
    required: required === true,
    sealed: false,
    nullable: typesOf(schema as JsonSchema).includes('null'),
  };
}

function textControl(schema: RJSFSchema): ComponentType<ControlProps> {
  const types = typesOf(schema as JsonSchema);
  if (types.includes('number') || types.includes('integer')) return NumberControl;
  if (schema.format === 'cpf') return CpfControl;
  if (schema.format === 'date' || schema.format === 'birth-date') return DateControl;
  return TextControl;
}

const TextWidget = asWidget(textControl);

/** rjsf's names for our controls; the Fluent theme keeps what is not named. */
export const structuredWidgets: RegistryWidgetsType = {
  TextWidget,
  EmailWidget: TextWidget,
  URLWidget: TextWidget,
  UpDownWidget: TextWidget,
  DateWidget: TextWidget,
  PasswordWidget: asWidget(() => PasswordControl),
  TextareaWidget: asWidget(() => TextareaControl),
  SelectWidget: asWidget(() => SelectControl),
  CheckboxWidget: asWidget(() => CheckboxControl),
};
