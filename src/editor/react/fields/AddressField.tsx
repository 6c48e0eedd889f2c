import { hasOnly, parameterOf, pathOf, withParameter } from '../../actions/address.ts';
import { languageSchema } from '../../../engine/core/index.ts';
import { useText } from '../../../engine/react/index.ts';
import type { FieldProps } from './field-props.ts';
import { PickedText } from './PickedText.tsx';
import { useScreenChoices, useScreenParameters } from '../screen-choices.ts';
import { useHandedValues } from './useHandedValues.ts';

const isAddress = (text: string): boolean => new RegExp(String(languageSchema('address').pattern)).test(text);

/**
 * An address: one of the screens and views that are known, or what somebody types. The filters of the screen have a field
 * each, for the value that is handed on.
 */
export function AddressField({ property: { title, required }, value, path, onChange }: FieldProps) {
  const t = useText();
  const screens = useScreenChoices();
  const address = typeof value === 'string' ? value : '';
  const parameters = useScreenParameters(address);
  const values = useHandedValues(path);
  const isSplit = parameters.length > 0 && hasOnly(address, parameters);
  return (
    <>
      <PickedText
        label={title}
        required={required}
        value={isSplit ? pathOf(address) : address}
        choices={screens.map((screen) => ({ value: screen.path, title: screen.title }))}
        placeholder={t('panel.actions.address')}
        errorOf={(text) =>
          isAddress(text) || (text === '' && !required) ? undefined : t('panel.actions.badAddress')
        }
        onChange={(text) => onChange(path, text === '' ? undefined : text)}
      />
      {isSplit &&
        parameters.map(({ name, label }) => (
          <PickedText
            key={name}
            label={t('panel.actions.handOn', { filter: label })}
            required={false}
            value={parameterOf(address, name)}
            choices={values}
            placeholder={t('panel.actions.handNothing')}
            errorOf={() => undefined}
            onChange={(text) => onChange(path, withParameter(address, name, text))}
          />
        ))}
    </>
  );
}
