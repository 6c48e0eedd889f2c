import { useCallback } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import type { FieldProps } from '../../src/engine/core/index.ts';
import { StateField, useBinding } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';

/** One control of the forms over a value of the state. */
export default function Field({ id, props, fire }: WidgetProps<FieldProps>) {
  const [value, set] = useBinding(props.bind);
  const change = useCallback(
    (next: Json) => {
      set(next);
      void fire('change', { value: next });
    },
    [set, fire],
  );
  return <StateField id={id} settings={props} value={value as Json | undefined} onChange={change} />;
}
