import { Input, Textarea } from '@fluentui/react-components';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';
import { asText } from './values.ts';

/** One line of text. */
export function TextControl(props: ControlProps) {
  const { field } = props;
  return (
    <Input
      {...wide(props)}
      type={field.schema['format'] === 'email' ? 'email' : 'text'}
      value={asText(props.value)}
      onChange={(_, change) => props.onChange(change.value === '' ? undefined : change.value)}
    />
  );
}

/** Several lines of text. */
export function TextareaControl(props: ControlProps) {
  return (
    <Textarea
      {...wide(props)}
      resize="vertical"
      rows={4}
      value={asText(props.value)}
      onChange={(_, change) => props.onChange(change.value === '' ? undefined : change.value)}
    />
  );
}
