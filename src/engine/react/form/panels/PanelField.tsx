import { useCallback } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import type { CompiledField } from '../../../core/form/field.ts';
import type { FieldView } from '../../../core/form/views.ts';
import { lazyComponent, noteId, type LazySource } from '../../../../ui/index.ts';
import { useForm } from '../context.ts';
import { LazyPart } from '../controls/FieldControl.tsx';
import { tallControls } from '../controls/controls.ts';
import type { PanelProps } from './Panel.tsx';

const panels: Readonly<Partial<Record<string, LazySource<PanelProps>>>> = {
  matrix: lazyComponent(() => import('./MatrixControl.tsx')),
  'pending-list': lazyComponent(() => import('./PendingListControl.tsx')),
};

/** Whether the field's control has a head of its own and fills its card. It is shown when the form is read too. */
export const isPanel = ({ widget }: CompiledField): boolean => widget !== null && widget in panels;

/** A field whose control is a panel. */
export function PanelField({
  field,
  view,
  fills,
}: {
  field: CompiledField;
  view: FieldView;
  fills: boolean;
}) {
  const { model, text, readOnly, idOf } = useForm();
  const { name } = field;
  const onChange = useCallback((value: Json | undefined) => model.set([name], value), [model, name]);
  const onLeave = useCallback(() => model.leave([name]), [model, name]);
  const error = view.errors[0]?.message;
  const hint = field.hint === undefined ? undefined : text(field.hint);
  return (
    <LazyPart source={panels[field.widget!]!} height={tallControls[field.widget!]}>
      {(Control) => (
        <Control
          {...{ field, fills, error, hint, onChange, onLeave }}
          id={idOf([name])}
          label={text(field.label)}
          value={view.value}
          invalid={error !== undefined}
          required={view.required}
          disabled={view.disabled}
          readOnly={readOnly || field.readOnly}
          describedBy={error !== undefined || hint !== undefined ? noteId(idOf([name])) : undefined}
          placeholder={field.placeholder === undefined ? undefined : text(field.placeholder)}
          allowed={view.allowed}
        />
      )}
    </LazyPart>
  );
}
