import { Checkbox, Radio, RadioGroup, Select, Switch } from '@fluentui/react-components';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import type { ControlProps } from '../context.ts';
import type { ShownOption } from './useServerOptions.ts';
import { fieldOptions, twoValues } from './values.ts';

function useOptions({ field, allowed }: ControlProps): ShownOption[] {
  const { text } = useForm();
  return fieldOptions(field, allowed, text);
}

const byText = (options: readonly ShownOption[], text: string) =>
  options.find((option) => String(option.value) === text)?.value;

/** One of few options in a dropdown. */
export function SelectControl(props: ControlProps) {
  const t = useText();
  const options = useOptions(props);
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const isListed = value === '' || options.some((option) => String(option.value) === value);
  return (
    <Select
      id={props.id}
      name={props.id}
      disabled={props.disabled || props.readOnly}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      value={value}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(byText(options, change.value))}
    >
      <option value="">{props.placeholder ?? t('form.choose')}</option>
      {!isListed && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** One of few options, all visible. */
export function RadioControl(props: ControlProps) {
  const options = useOptions(props);
  return (
    <RadioGroup
      id={props.id}
      name={props.id}
      layout="horizontal"
      disabled={props.disabled || props.readOnly}
      aria-labelledby={`${props.id}-label`}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      value={props.value === undefined || props.value === null ? '' : String(props.value)}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(byText(options, change.value))}
    >
      {options.map((option) => (
        <Radio key={String(option.value)} value={String(option.value)} label={option.label} />
      ))}
    </RadioGroup>
  );
}

export function CheckboxControl(props: ControlProps) {
  const [yes, no] = twoValues(props.field);
  return (
    <Checkbox
      id={props.id}
      name={props.id}
      label={props.required ? `${props.label} **` : props.label}
      disabled={props.disabled || props.readOnly}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      checked={props.value === yes}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(change.checked === true ? yes : no)}
    />
  );
}

export function SwitchControl(props: ControlProps) {
  const [yes, no] = twoValues(props.field);
  return (
    <Switch
      id={props.id}
      name={props.id}
      label={props.label}
      disabled={props.disabled || props.readOnly}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      checked={props.value === yes}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(change.checked ? yes : no)}
    />
  );
}
