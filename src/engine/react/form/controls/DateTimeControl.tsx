import { formatMoment, parseMoment } from '../../../../contracts/zoned-time.ts';
import { useEngine } from '../../context.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { maskDateTime } from '../masks.ts';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

/** A date and time: typed as DD/MM/YYYY HH:MM in the tenant's zone, stored in UTC. Other text is the value as typed. */
export default function DateTimeControl(props: ControlProps) {
  const t = useText();
  const { timeZone } = useEngine().host.tenant;
  return (
    <MaskedControl
      {...props}
      placeholder={props.placeholder ?? t('form.dateTimePlaceholder')}
      mask={maskDateTime}
      shown={formatMoment(asText(props.value), timeZone)}
      onText={(text) => props.onChange(text === '' ? undefined : (parseMoment(text, timeZone) ?? text))}
    />
  );
}
