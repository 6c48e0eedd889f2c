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
  error,
  onChange,
}: {
  id: string;
  field: Resolved<FilterBarProps>['fields'][number];
  value: Json | undefined;
  refused: boolean;
  error: string | undefined;
  onChange(value: Json): void;
}) {
  const settings: StateFieldSettings = {
    control: control === 'search' ? 'text' : control,
    label,
    ...(placeholder !== undefined && { placeholder }),
    ...(options !== undefined && { options }),
    ...(error !== undefined && { error }),
  };
  return <StateField bare checked={refused} {...{ id, settings, value, onChange }} />;
}
