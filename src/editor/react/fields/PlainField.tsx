import { makeStyles, Switch } from '@fluentui/react-components';
import { useCallback, useId, useMemo } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { StateField, useHost, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { isTextKey } from '../../names.ts';
import type { FieldProps } from './field-props.ts';
import { KeyedTextField } from './KeyedTextField.tsx';

const useStyles = makeStyles({
  switch: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '32px' },
});

/** A value that one control of the forms edits. */
export function PlainField(props: FieldProps) {
  const { property, value } = props;
  const isText = property.control.kind === 'text' && property.control.shown === true;
  return isText && isTextKey(value) ? <KeyedTextField {...props} /> : <ValueField {...props} />;
}

function ValueField({ property, value, path, mixed = false, quietLabel = false, onChange }: FieldProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { host } = useHost();
  const { control, name, title, required } = property;
  const settings = useMemo<StateFieldSettings>(() => {
    const choiceInWords = (prop: string, choice: string | number | boolean): string =>
      host.translate(`panel.values.${prop}.${choice}`) ??
      host.translate(`panel.values.any.${choice}`) ??
      String(choice);
    const placeholder = mixed ? t('editor.panel.mixed') : undefined;
    const shared = { label: title, required, ...(placeholder !== undefined && { placeholder }) };
    switch (control.kind) {
      case 'number':
        return {
          ...shared,
          control: 'number',
          ...(control.min !== undefined && { min: control.min }),
          ...(control.max !== undefined && { max: control.max }),
          ...(control.step !== undefined && { step: control.step }),
        };
      case 'choice':
        return {
          ...shared,
          control: 'select',
          options: control.options.map((one) => ({ value: one, label: choiceInWords(name, one) })),
        };
      case 'icon':
        return { ...shared, control: 'text' };
      default:
        return { ...shared, control: control.kind === 'text' && control.multiline ? 'textarea' : 'text' };
    }
  }, [control, name, title, required, mixed, host, t]);
  const change = useCallback(
    (next: Json) => onChange(path, next === null || next === '' ? (required ? '' : undefined) : next),
    [onChange, path, required],
  );
  if (control.kind === 'switch') {
    const isOn = typeof value === 'boolean' ? value : property.initial === true;
    return (
      <div className={styles.switch}>
        <label htmlFor={id}>{title}</label>
        <Switch
          id={id}
          checked={isOn}
          onChange={(_, { checked }) => onChange(path, checked || !control.only ? checked : undefined)}
        />
      </div>
    );
  }
  const shown = value ?? (control.kind === 'choice' ? property.initial : undefined);
  return (
    <StateField
      id={id}
      settings={settings}
      value={mixed ? undefined : shown}
      onChange={change}
      quietLabel={quietLabel}
      bare
    />
  );
}
