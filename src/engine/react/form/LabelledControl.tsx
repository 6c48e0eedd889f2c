import type { Json } from '../../../contracts/json.ts';
import type { CompiledField, FieldWidget } from '../../core/form/field.ts';
import type { ControlProps } from './context.ts';
import { groups, selfLabelled } from './controls/controls.ts';
import { FieldControl } from './controls/FieldControl.tsx';
import { useControls } from './context.ts';
import { FieldFrame, noteId } from '../../../ui/index.ts';

/** A field's control with its label and its hint or error. */
export function LabelledControl({
  field,
  quietLabel = false,
  bare = false,
  changed = false,
  hint,
  error,
  ...control
}: Pick<ControlProps, 'id' | 'label' | 'required' | 'disabled' | 'allowed' | 'onChange' | 'onLeave'> & {
  field: CompiledField;
  value: Json | undefined;
  quietLabel?: boolean;
  bare?: boolean;
  /** The value differs from the saved one. */
  changed?: boolean;
  hint: string | undefined;
  error: string | undefined;
}) {
  const { text } = useControls();
  const { id, label, required } = control;
  const widget = field.widget as FieldWidget;
  const isSelfLabelled = selfLabelled.has(widget);
  return (
    <FieldFrame
      id={id}
      label={isSelfLabelled && !quietLabel ? null : label}
      group={groups.has(widget)}
      selfLabelled={isSelfLabelled}
      {...{ required, changed, quietLabel, bare, hint, error }}
    >
      <FieldControl
        {...control}
        widget={widget}
        field={field}
        label={quietLabel && isSelfLabelled ? '' : label}
        invalid={error !== undefined}
        readOnly={field.readOnly}
        describedBy={error !== undefined || hint !== undefined ? noteId(id) : undefined}
        placeholder={field.placeholder === undefined ? undefined : text(field.placeholder)}
      />
    </FieldFrame>
  );
}
