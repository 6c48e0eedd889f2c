import { Input, Textarea } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons/svg/lock-closed';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';
import { asText } from './values.ts';

/** One line of text. */
export function TextControl(props: ControlProps) {
  const { field } = props;
  if (props.readOnly) return <LockedInput {...props} text={asText(props.value)} />;
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

/** A value that others change: grey, with a lock, and still to be selected and copied. */
export function LockedInput({ text, ...props }: ControlProps & { text: string }) {
  return (
    <Input
      {...wide(props)}
      readOnly
      appearance="filled-darker"
      value={text}
      contentAfter={<LockClosed16Regular aria-hidden />}
    />
  );
}
