import type { Json } from '../../src/contracts/json.ts';
import type { FilterBarProps } from '../../src/engine/core/index.ts';
import { StateField } from '../../src/engine/react/index.ts';
import type { Resolved, StateFieldSettings } from '../../src/engine/react/index.ts';

/** A filter with one of the forms' controls; its code is loaded with the first bar that has one. */
export default function FilterField({
  id,
  field: { control, label, placeholder, options },
  value,
  refused,
  onChange,
}: {
  id: string;
  field: Resolved<FilterBarProps>['fields'][number];
  value: Json | undefined;
  refused: boolean;
  onChange(value: Json): void;
}) {
  const settings: StateFieldSettings = {
    control: control === 'search' ? 'text' : control,
    label,
    ...(placeholder !== undefined && { placeholder }),
    ...(options !== undefined && { options }),
  };
  return <StateField bare checked={refused} {...{ id, settings, value, onChange }} />;
}
