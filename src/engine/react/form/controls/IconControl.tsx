import { Combobox, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { isObject, type Json } from '../../../../contracts/json.ts';
import { iconNames } from '../../../../contracts/icon-names.ts';
import { Icon } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { ColorButton } from './ColorControl.tsx';
import { wide } from './props.ts';
import { asText } from './values.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '4px', maxWidth: '320px' },
  icon: { display: 'inline-flex', flexShrink: 0 },
  box: { flexGrow: 1, minWidth: 0 },
  list: { maxHeight: '288px !important' },
});

/** An icon with its colour, `{ icon, color }`. */
export default function IconControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const value = isObject(props.value) ? props.value : {};
  const icon = asText(value['icon']);
  const [typed, setTyped] = useState<string | null>(null);
  const change = (key: 'icon' | 'color', next: Json | undefined) => {
    const { [key]: _, ...rest } = value;
    const made = next === undefined ? rest : { ...rest, [key]: next };
    props.onChange(Object.keys(made).length === 0 ? undefined : made);
  };
  const { readOnly, onBlur, ...common } = wide(props);
  const names = iconNames.filter((name) => typed === null || name.includes(typed.trim().toLowerCase()));
  return (
    <div className={styles.root}>
      <ColorButton {...props} value={value['color']} onChange={(color) => change('color', color)} />
      {icon !== '' && (
        <span className={styles.icon} style={{ color: asText(value['color']) }}>
          <Icon name={icon} />
        </span>
      )}
      <Combobox
        {...common}
        className={styles.box}
        clearable={!props.required}
        disabled={props.disabled || readOnly}
        placeholder={props.placeholder ?? t('form.typeToSearch')}
        listbox={{ className: styles.list }}
        expandIcon={{ 'aria-label': t('form.icon', { field: props.label }), tabIndex: -1 }}
        value={typed ?? icon}
        selectedOptions={icon === '' ? [] : [icon]}
        onChange={(event) => setTyped(event.target.value)}
        onOptionSelect={(_, { optionValue }) => {
          setTyped(null);
          change('icon', optionValue);
        }}
        onBlur={() => {
          setTyped(null);
          onBlur();
        }}
      >
        {names.map((name) => (
          <Option key={name} value={name} text={name}>
            <Icon name={name} size={16} /> {name}
          </Option>
        ))}
      </Combobox>
    </div>
  );
}
