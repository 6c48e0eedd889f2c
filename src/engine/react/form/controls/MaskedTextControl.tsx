import { cnpjSigns, cpfDigits, phoneDigits } from '../../../../contracts/formats.ts';
import type { ControlProps } from '../context.ts';
import { maskedText, type MaskName } from '../masks.ts';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

interface MaskKind {
  placeholder: string;
  /** The value of a masked text. */
  kept(text: string): string;
  /** The keyboard on touch screens. */
  inputMode: 'numeric' | 'tel' | 'text';
}

const kinds: Readonly<Record<MaskName, MaskKind>> = {
  cpf: { placeholder: '000.000.000-00', kept: cpfDigits, inputMode: 'numeric' },
  cnpj: { placeholder: '00.000.000/0000-00', kept: cnpjSigns, inputMode: 'text' },
  phone: { placeholder: '(00) 00000-0000', kept: phoneDigits, inputMode: 'tel' },
  cep: { placeholder: '00000-000', kept: (text) => text.replace(/\D/g, ''), inputMode: 'numeric' },
};

/** CPF, CNPJ, telephone, postal code: displayed with their punctuation, stored without it. */
export function MaskedTextControl(props: ControlProps) {
  const name = props.field.widget as MaskName;
  const kind = kinds[name];
  const mask = (text: string) => maskedText(name, text) ?? text;
  return (
    <MaskedControl
      {...props}
      placeholder={props.placeholder ?? kind.placeholder}
      inputMode={kind.inputMode}
      mask={mask}
      shown={mask(asText(props.value))}
      onText={(text) => props.onChange(text === '' ? undefined : kind.kept(text))}
    />
  );
}
