import { makeStyles, tokens } from '@fluentui/react-components';
import type { ControlProps } from '../context.ts';

/** Short values keep short controls, however wide their column is (LOOK, section 5). */
export const useShortStyles = makeStyles({
  root: { width: '100%', maxWidth: '220px' },
  // As readable beside a disabled control, whose colour it would take.
  unit: { color: tokens.colorNeutralForeground3 },
});

/** Props that each text control passes on to Fluent's. */
export function wide(props: ControlProps) {
  return {
    id: props.id,
    name: props.field.name,
    disabled: props.disabled,
    readOnly: props.readOnly,
    placeholder: props.placeholder,
    autoComplete: props.field.autocomplete ?? 'off',
    'aria-label': props.named === true ? props.label : undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-required': props.required || undefined,
    'aria-describedby': props.describedBy,
    onBlur: props.onLeave,
  } as const;
}
