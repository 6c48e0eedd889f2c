import { cpfDigits } from '../../../../contracts/formats.ts';
import type { ControlProps } from '../context.ts';
import { maskCpf } from '../masks.ts';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

/** A CPF: shown as 000.000.000-00, kept as its digits. */
export function CpfControl(props: ControlProps) {
  return (
    <MaskedControl
      {...props}
      placeholder={props.placeholder ?? '000.000.000-00'}
      mask={maskCpf}
      shown={maskCpf(asText(props.value))}
      onText={(text) => props.onChange(text === '' ? undefined : cpfDigits(text))}
    />
  );
}
