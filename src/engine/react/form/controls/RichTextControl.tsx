import type { ControlProps } from '../context.ts';
import RichText from './RichText.tsx';
import { asText } from './values.ts';

/** Rich text as a field of a form; an empty one has no value. */
export default function RichTextControl(props: ControlProps) {
  return (
    <RichText
      id={props.id}
      label={props.label}
      value={asText(props.value)}
      onChange={(html) => props.onChange(html === '' ? undefined : html)}
      onLeave={props.onLeave}
      maxText={props.field.own.maxText}
      locked={props.disabled || props.readOnly}
      invalid={props.invalid}
      required={props.required}
      describedBy={props.describedBy}
      placeholder={props.placeholder}
    />
  );
}
