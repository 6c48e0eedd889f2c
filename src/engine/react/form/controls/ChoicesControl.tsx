import { Dropdown, makeStyles } from '@fluentui/react-components';
import type { Json } from '../../../../contracts/json.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { renderOption, OptionsState } from './OptionContent.tsx';
import { useAllOptions } from './useServerOptions.ts';

const useStyles = makeStyles({
  root: { width: '100%', minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'start' },
  button: { gridTemplateColumns: '[content] minmax(0, 1fr) [icon] auto [end]' },
});

/** Several of a few options in a dropdown: one by its label, more as their number. */
export default function ChoicesControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const found = useAllOptions(props);
  const chosen: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const only = chosen.length === 1 ? found.options.find(({ value }) => value === chosen[0]) : undefined;
  const text = chosen.length === 0 ? '' : (only?.label ?? t('form.chosen', { count: chosen.length }));
  const placeholder = props.placeholder ?? t('form.choose');
  return (
    <Dropdown
      id={props.id}
      name={props.id}
      multiselect
      className={styles.root}
      button={{
        className: styles.button,
        children: <span className={styles.text}>{text || placeholder}</span>,
      }}
      aria-label={props.label}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      disabled={props.disabled || props.readOnly}
      placeholder={placeholder}
      value={text}
      selectedOptions={chosen.map(String)}
      onBlur={props.onLeave}
      onOptionSelect={(_, { selectedOptions }) => {
        // In the order of the options; values that are no longer options stay.
        const gone = chosen.filter((one) => !found.options.some(({ value }) => value === one));
        const kept = gone.filter((one) => selectedOptions.includes(String(one)));
        const next = found.options
          .map(({ value }) => value)
          .filter((one) => selectedOptions.includes(String(one)));
        props.onChange(kept.length + next.length === 0 ? undefined : [...kept, ...next]);
      }}
    >
      {found.options.map(renderOption)}
      <OptionsState found={found} />
    </Dropdown>
  );
}
