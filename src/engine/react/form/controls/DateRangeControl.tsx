import { makeStyles, tokens } from '@fluentui/react-components';
import { isObject, type Json } from '../../../../contracts/json.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { DateControl } from './DateControl.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  // Side by side as far as both dates can be read.
  date: { flex: '1 1 112px', minWidth: 0, maxWidth: '220px' },
  to: { color: tokens.colorNeutralForeground3 },
});

/** A range of dates, `{ from, to }`. Either side may be open. */
export default function DateRangeControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const range = isObject(props.value) ? props.value : {};
  const change = (side: 'from' | 'to', value: Json | undefined) => {
    const { [side]: _, ...rest } = range;
    const next = value === undefined ? rest : { ...rest, [side]: value };
    props.onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  const date = (side: 'from' | 'to') => (
    <div className={styles.date}>
      <DateControl
        {...props}
        id={side === 'from' ? props.id : `${props.id}-to`}
        label={`${props.label}: ${side === 'from' ? t('form.range.from') : t('form.range.to')}`}
        named
        value={range[side]}
        onChange={(value) => change(side, value)}
      />
    </div>
  );
  return (
    <div className={styles.root} role="group" aria-labelledby={`${props.id}-label`}>
      {date('from')}
      <span className={styles.to} aria-hidden="true">
        –
      </span>
      {date('to')}
    </div>
  );
}
