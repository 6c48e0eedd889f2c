import type { ControlProps } from '../context.ts';
import { useText } from '../../hooks.ts';
import { maskTime } from '../masks.ts';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

/** A time of day, HH:MM. */
export default function TimeControl(props: ControlProps) {
  const t = useText();
  return (
    <MaskedControl
      {...props}
      placeholder={props.placeholder ?? t('form.timePlaceholder')}
      mask={maskTime}
      shown={asText(props.value)}
      onText={(text) => props.onChange(text === '' ? undefined : text)}
    />
  );
}
