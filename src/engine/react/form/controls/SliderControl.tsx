import { Slider, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { numberOr } from '../../../../contracts/json.ts';
import { localeOf } from '../../../../contracts/language.ts';
import { useLanguage } from '../../hooks.ts';
import { useControls } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { shownNumber } from '../masks.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '8px', maxWidth: '360px' },
  slider: { flexGrow: 1 },
  value: { minWidth: '64px', textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  none: { color: tokens.colorNeutralForeground3 },
});

/** More marks than these run into one another. */
const mostMarks = 20;

/** A number within limits, set by a slider with the number beside it. */
export default function SliderControl(props: ControlProps) {
  const styles = useStyles();
  const { text } = useControls();
  const locale = localeOf[useLanguage()];
  const { schema, own } = props.field;
  const least = numberOr(schema['minimum'], 0);
  const most = numberOr(schema['maximum'], 100);
  const step = numberOr(schema['multipleOf'], 1);
  const value = typeof props.value === 'number' ? props.value : null;
  const unit = own.unit === undefined ? '' : ` ${text(own.unit)}`;
  const shown = value === null ? '–' : shownNumber(value, locale) + unit;
  return (
    <div className={styles.root}>
      <Slider
        id={props.id}
        className={styles.slider}
        min={least}
        max={most}
        // Fluent marks each step that it is given.
        {...((most - least) / step <= mostMarks ? { step } : { input: { step } })}
        value={value ?? least}
        disabled={props.disabled || props.readOnly}
        aria-valuetext={shown}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        onBlur={props.onLeave}
        onChange={(_, change) => props.onChange(change.value)}
      />
      <output htmlFor={props.id} className={mergeClasses(styles.value, value === null && styles.none)}>
        {shown}
      </output>
    </div>
  );
}
