import { useCallback, useMemo } from 'react';
import { OfferedValues, type OfferedResult } from '../../src/engine/react/index.ts';
import { isSet } from '../../src/engine/react/index.ts';
import type { Json } from '../../src/contracts/json.ts';
import { emptinessOf, type FilterField } from './fields.tsx';

interface Props {
  fields: readonly FilterField[];
  valueOf(field: FilterField): Json | undefined;
  /** Whether the loaded options belong to the values that stand in the bar. */
  current: boolean;
  onChecked(field: FilterField, result: OfferedResult): void;
}

/** Follows the options of filters that depend on other filters. Renders nothing; its code is loaded with the first such bar. */
export default function DependentFields({ fields, valueOf, current, onChecked }: Props) {
  return fields.map((field) => (
    <DependentField
      key={field.field}
      field={field}
      value={valueOf(field)}
      current={current}
      onChecked={onChecked}
    />
  ));
}

function DependentField({
  field,
  value,
  current,
  onChecked,
}: Pick<Props, 'current' | 'onChecked'> & { field: FilterField; value: Json | undefined }) {
  const values = useMemo(
    () => (!isSet(value) || emptinessOf(value) !== null ? [] : [value!].flat()),
    [value],
  );
  const checked = useCallback((result: OfferedResult) => onChecked(field, result), [onChecked, field]);
  return field.options === undefined ? null : (
    <OfferedValues options={field.options} values={values} current={current} onChecked={checked} />
  );
}
