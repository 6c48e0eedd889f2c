import { useContext, useMemo } from 'react';
import { isObject, type Json } from '../../../contracts/json.ts';
import { actionSchema, stepProperties } from '../../actions/verbs.ts';
import { FieldPlaceContext, stepsPlace } from '../fields/field-place.ts';
import type { ChangeValue, Path } from '../fields/field-props.ts';
import { fieldsOf, type FieldEntry } from '../fields/object-fields.ts';
import { FieldList } from '../fields/PropertyField.tsx';

/** The parameters of a step, as the schema of its verb declares them. */
export function StepForm({
  verb,
  step,
  path,
  onChange,
}: {
  verb: string;
  step: Json | undefined;
  path: Path;
  onChange: ChangeValue;
}) {
  const { base } = useContext(FieldPlaceContext);
  const place = useMemo(() => stepsPlace(base), [base]);
  const root = actionSchema();
  const own = isObject(step) ? step : {};
  const entries = stepProperties(verb).flatMap((property): FieldEntry[] => {
    const entry = { property, value: own[property.name], path: [...path, property.name], onChange };
    // The verb's own value needs no heading of its own.
    const isMain = property.name === verb && property.control.kind === 'object';
    return isMain ? fieldsOf({ ...entry, root }) : [entry];
  });
  return (
    <FieldPlaceContext value={place}>
      <FieldList entries={entries} root={root} />
    </FieldPlaceContext>
  );
}
