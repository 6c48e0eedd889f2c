import { languageSchema } from '../../../engine/core/index.ts';
import { useText } from '../../../engine/react/index.ts';
import type { FieldProps } from './field-props.ts';
import { PickedText } from './PickedText.tsx';
import { useScreenChoices } from '../screen-choices.ts';

const isAddress = (text: string): boolean => new RegExp(String(languageSchema('address').pattern)).test(text);

/** An address: one of the screens and views that are known, or what somebody types. */
export function AddressField({ property: { title, required }, value, path, onChange }: FieldProps) {
  const t = useText();
  const screens = useScreenChoices();
  return (
    <PickedText
      label={title}
      required={required}
      value={typeof value === 'string' ? value : ''}
      choices={screens.map((screen) => ({ value: screen.path, title: screen.title }))}
      placeholder={t('panel.actions.address')}
      errorOf={(text) =>
        isAddress(text) || (text === '' && !required) ? undefined : t('panel.actions.badAddress')
      }
      onChange={(text) => onChange(path, text === '' ? undefined : text)}
    />
  );
}
