import { useText } from '../../../engine/react/index.ts';
import type { FieldProps } from './field-props.ts';
import { PickedText } from './PickedText.tsx';
import { isStatePath, useStatePaths } from './state-paths.ts';

/** A path of the state: that of a filter, another one that is known, or what somebody types. */
export function PathField({ property: { title, required }, value, path, mixed, onChange }: FieldProps) {
  const t = useText();
  const choices = useStatePaths();
  return (
    <PickedText
      label={title}
      required={required}
      value={typeof value === 'string' && !mixed ? value : ''}
      choices={choices}
      errorOf={(text) =>
        isStatePath(text) || (text === '' && !required) ? undefined : t('panel.actions.badPath')
      }
      onChange={(text) => onChange(path, text === '' ? undefined : text)}
    />
  );
}
