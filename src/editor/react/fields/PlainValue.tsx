import { useId, useMemo } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { isExpression } from '../../../engine/core/index.ts';
import { StateField, useText } from '../../../engine/react/index.ts';
import type { StateFieldSettings } from '../../../engine/react/index.ts';
import { plainProperty, type ValueChoice } from '../../panel-schema.ts';
import { ExpressionField } from './ExpressionField.tsx';
import type { ChangeValue, Path } from './field-props.ts';
import { JsonField } from './JsonField.tsx';
import { useExpressionPlace } from './useExpressionPlace.ts';

export type ValueKind = 'text' | 'number' | 'yesNo' | 'expression' | 'fields';

export interface ValueFieldProps {
  label: string;
  value: Json | undefined;
  path: Path;
  choice: ValueChoice;
  /** An emptied text is no value, and otherwise an empty one. */
  optional: boolean;
  onChange: ChangeValue;
}

/** A value that is not several ones; `kind` is null for one that is written as JSON. */
export function PlainValue({
  label,
  value,
  path,
  optional,
  onChange,
  kind,
}: ValueFieldProps & { kind: Exclude<ValueKind, 'fields'> | null }) {
  const t = useText();
  const id = useId();
  const place = useExpressionPlace(path);
  const settings = useMemo<StateFieldSettings>(() => {
    if (kind === 'number') return { label, control: 'number' };
    if (kind !== 'yesNo') return { label, control: 'text' };
    return {
      label,
      control: 'select',
      required: true,
      options: [
        { value: true, label: t('panel.yes') },
        { value: false, label: t('panel.no') },
      ],
    };
  }, [label, kind, t]);
  if (isExpression(value))
    return (
      <ExpressionField
        label={label}
        place={place}
        value={value.$expr}
        onChange={(source) => onChange(path, { $expr: source })}
      />
    );
  if (kind === null)
    return (
      <JsonField
        property={plainProperty({ title: label, required: !optional, control: { kind: 'json' } })}
        value={value}
        path={path}
        root={{}}
        onChange={onChange}
      />
    );
  const empty = (): Json | undefined => (optional ? undefined : kind === 'text' ? '' : null);
  return (
    <StateField
      id={id}
      settings={settings}
      value={value}
      onChange={(next) => onChange(path, next === null || next === '' ? empty() : next)}
      bare
    />
  );
}
