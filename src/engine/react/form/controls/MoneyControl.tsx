import { Input, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { localeOf } from '../../../../contracts/language.ts';
import { useLanguage } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { amountText, moneySign, typedMoney } from '../money.ts';
import { useShortStyles, wide } from './props.ts';
import { asText } from './values.ts';

const useStyles = makeStyles({ input: { '& input': { textAlign: 'end' } } });

/** An amount of money in the language's notation. It is grouped on blur, so that nothing moves under the caret. */
export default function MoneyControl(props: ControlProps) {
  const styles = useStyles();
  const short = useShortStyles();
  const locale = localeOf[useLanguage()];
  const kind = props.field.own;
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const { value } = props;
  const shown =
    typed !== null && Object.is(typed.value, value)
      ? typed.text
      : typeof value === 'number'
        ? amountText(value, kind, locale)
        : asText(value);
  return (
    <span className={short.root}>
      <Input
        {...wide(props)}
        className={mergeClasses(short.root, styles.input)}
        inputMode="decimal"
        contentBefore={
          <span aria-hidden="true" className={short.unit}>
            {moneySign(kind, locale)}
          </span>
        }
        value={shown}
        onChange={(_, change) => {
          const next =
            change.value.trim() === '' ? undefined : (typedMoney(change.value, kind, locale) ?? change.value);
          setTyped({ text: change.value, value: next });
          props.onChange(next);
        }}
        onBlur={() => {
          setTyped(null);
          props.onLeave();
        }}
      />
    </span>
  );
}
