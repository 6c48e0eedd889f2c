import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { localeOf } from '../../../../contracts/language.ts';
import { useLanguage } from '../../hooks.ts';
import { useControls } from '../context.ts';
import type { ControlProps } from '../context.ts';
import { parseNumber, shownNumber } from '../masks.ts';
import { useShortStyles, wide } from './props.ts';
import { asText } from './values.ts';

/** A number in the language's notation. Text that is no number stays as typed and fails validation. */
export function NumberControl(props: ControlProps) {
  const styles = useShortStyles();
  const locale = localeOf[useLanguage()];
  // The typed text ("1," before "1,5") stays until something else changes the value.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const { text } = useControls();
  const { value } = props;
  const { unit } = props.field.own;
  const shown =
    typed !== null && Object.is(typed.value, value)
      ? typed.text
      : typeof value === 'number'
        ? shownNumber(value, locale)
        : asText(value);
  return (
    <Input
      {...wide(props)}
      className={styles.root}
      inputMode="decimal"
      {...(unit !== undefined && { contentAfter: <span className={styles.unit}>{text(unit)}</span> })}
      value={shown}
      onChange={(_, change) => {
        const next =
          change.value.trim() === '' ? undefined : (parseNumber(change.value, locale) ?? change.value);
        setTyped({ text: change.value, value: next });
        props.onChange(next);
      }}
      onBlur={() => {
        setTyped(null);
        props.onLeave();
      }}
    />
  );
}
