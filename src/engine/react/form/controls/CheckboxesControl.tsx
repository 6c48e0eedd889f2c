import { Checkbox, makeStyles } from '@fluentui/react-components';
import type { Json } from '../../../../contracts/json.ts';
import type { ControlProps } from '../context.ts';
import { OptionContent, OptionsState } from './OptionContent.tsx';
import { useAllOptions } from './useServerOptions.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', margin: '0 0 0 -8px' },
});

/** Several of few options, each a checkbox. */
export default function CheckboxesControl(props: ControlProps) {
  const styles = useStyles();
  const found = useAllOptions(props);
  const { options } = found;
  const chosen: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const isLocked = props.disabled || props.readOnly;
  const toggle = (value: Json, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value);
    // In the order of the options, not of the clicks; values that are no longer options stay.
    const order = (one: Json) => options.findIndex((option) => option.value === one);
    props.onChange(next.length === 0 ? undefined : next.toSorted((a, b) => order(a) - order(b)));
  };
  return (
    <div
      id={props.id}
      role="group"
      tabIndex={-1}
      className={styles.root}
      aria-labelledby={`${props.id}-label`}
      aria-describedby={props.describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave();
      }}
    >
      {options.map((option) => (
        <Checkbox
          key={String(option.value)}
          label={<OptionContent option={option} disabled={isLocked} />}
          checked={chosen.includes(option.value)}
          disabled={isLocked || option.disabled === true}
          onChange={(_, change) => toggle(option.value, change.checked === true)}
        />
      ))}
      <OptionsState found={found} />
    </div>
  );
}
