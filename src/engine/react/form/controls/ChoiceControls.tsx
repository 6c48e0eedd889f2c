import { Checkbox, makeStyles, Radio, RadioGroup, Switch } from '@fluentui/react-components';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { OptionContent, OptionsState } from './OptionContent.tsx';
import { useAllOptions } from './useServerOptions.ts';
import type { ShownOption } from './useOptions.ts';
import { twoValues } from './values.ts';
import { Choice, RequiredMark } from '../../../../ui/index.ts';

const useStyles = makeStyles({
  radios: {
    // Else options would be cut off on phones.
    flexWrap: 'wrap',
    columnGap: '8px',
    // The circle stands at the left edge of label and note, as the box of a checkbox does.
    '& .fui-Radio__indicator': { marginInlineStart: 0 },
  },
});

const byText = (options: readonly ShownOption[], text: string) =>
  options.find((option) => String(option.value) === text)?.value;

/** One of few options in a dropdown. */
export function SelectControl(props: ControlProps) {
  const t = useText();
  const isLocked = props.disabled || props.readOnly;
  const found = useAllOptions(props);
  const { options } = found;
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const isListed = value === '' || options.some((option) => String(option.value) === value);
  const select = (
    <Choice
      id={props.id}
      name={props.id}
      disabled={isLocked}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      value={value}
      placeholder={props.placeholder ?? t('form.choose')}
      options={isListed ? options : [{ value, label: value }, ...options]}
      onBlur={props.onLeave}
      onChange={(text) => props.onChange(byText(options, text))}
    />
  );
  return found.status === 'ready' && options.length > 0 ? (
    select
  ) : (
    <>
      {select}
      {/* Nothing was searched for. */}
      <OptionsState found={found} none="form.noChoices" />
    </>
  );
}

/** One of few options, all visible. */
export function RadioControl(props: ControlProps) {
  const styles = useStyles();
  const isLocked = props.disabled || props.readOnly;
  const found = useAllOptions(props);
  return (
    <RadioGroup
      id={props.id}
      name={props.id}
      layout="horizontal"
      className={styles.radios}
      disabled={isLocked}
      aria-labelledby={`${props.id}-label`}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      value={props.value === undefined || props.value === null ? '' : String(props.value)}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(byText(found.options, change.value))}
    >
      {found.options.map((option) => (
        <Radio
          key={String(option.value)}
          value={String(option.value)}
          label={<OptionContent option={option} disabled={isLocked} />}
          // Fluent's radio does not take the group's state when it has one of its own.
          disabled={isLocked || option.disabled === true}
        />
      ))}
      <OptionsState found={found} />
    </RadioGroup>
  );
}

/** A box that has a value meets `required`, ticked or not, unless the schema asks for the tick. */
function markedLabel({ label, required, value, field }: ControlProps) {
  const isMarked = required && (value === undefined || value === null || field.schema['const'] === true);
  return isMarked ? (
    <>
      {label}
      <RequiredMark />
    </>
  ) : (
    label
  );
}

export function CheckboxControl(props: ControlProps) {
  const [yes, no] = twoValues(props.field);
  return (
    <Checkbox
      id={props.id}
      name={props.id}
      label={markedLabel(props)}
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
      label={markedLabel(props)}
      disabled={props.disabled || props.readOnly}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      checked={props.value === yes}
      onBlur={props.onLeave}
      onChange={(_, change) => props.onChange(change.checked ? yes : no)}
    />
  );
}
