import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { Bone, ErrorNotice, LazyPart, lazyPart } from '../../../ui/index.ts';
import { countRender } from '../../core/index.ts';
import type { CompiledField } from '../../core/form/compile.ts';
import type { FieldView } from '../../core/form/views.ts';
import { pathOf } from '../../core/form/judge.ts';
import { useText } from '../hooks.ts';
import { controls, selfLabelled } from './controls/controls.ts';
import { useForm } from './context.ts';
import { FieldFrame, noteId } from './FieldFrame.tsx';
import { ReadField } from './ReadField.tsx';

const structuredField = lazyPart(() => import('./structured/StructuredField.tsx'));

/** One field's own state: it renders again when its value, its faults or what rules say of it change, and only then. */
export function useField(name: string): FieldView {
  const { model } = useForm();
  const subscribe = useCallback(
    (listener: () => void) => model.subscribeField(name, listener),
    [model, name],
  );
  return useSyncExternalStore(subscribe, () => model.field(name));
}

/** A field of the form in its place, or nothing while a rule hides it. */
export const FormField = memo(function FormField({
  field,
  className,
}: {
  field: CompiledField;
  className: string;
}) {
  const t = useText();
  const view = useField(field.name);
  countRender(`field:${field.name}`);
  const { readOnly } = useForm();
  if (view.hidden || (readOnly && field.sealed)) return null;
  if (readOnly && field.widget !== null) return <ReadField field={field} view={view} className={className} />;
  return (
    <div className={className} data-field={field.name}>
      {field.widget === null ? (
        <LazyPart
          part={structuredField}
          waiting={<Bone height={32} />}
          renderFailed={(retry) => (
            <ErrorNotice
              compact
              title={t('form.partFailed')}
              retry={{ text: t('form.retry'), onRetry: retry }}
            />
          )}
        >
          {(StructuredField) => <StructuredField field={field} view={view} />}
        </LazyPart>
      ) : (
        <SimpleField field={field} widget={field.widget} view={view} />
      )}
    </div>
  );
});

function SimpleField({
  field,
  widget,
  view,
}: {
  field: CompiledField;
  widget: NonNullable<CompiledField['widget']>;
  view: FieldView;
}) {
  const { model, text } = useForm();
  const { name } = field;
  const onChange = useCallback((value: Json | undefined) => model.set([name], value), [model, name]);
  const onLeave = useCallback(() => model.leave(name), [model, name]);
  const texts = useMemo(
    () => ({
      label: text(field.label),
      hint: field.hint === undefined ? undefined : text(field.hint),
      placeholder: field.placeholder === undefined ? undefined : text(field.placeholder),
    }),
    [text, field],
  );
  const error = (view.faults.find((fault) => fault.path === pathOf(name)) ?? view.faults[0])?.message;
  const Control = controls[widget];
  return (
    <FieldFrame
      id={name}
      label={selfLabelled.has(widget) ? null : texts.label}
      required={view.required}
      hint={texts.hint}
      error={error}
      group={widget === 'radio'}
      selfLabelled={selfLabelled.has(widget)}
    >
      <Control
        field={field}
        id={name}
        label={texts.label}
        value={view.value}
        onChange={onChange}
        onLeave={onLeave}
        invalid={error !== undefined}
        required={view.required}
        disabled={view.disabled}
        readOnly={field.readOnly}
        describedBy={error !== undefined || texts.hint !== undefined ? noteId(name) : undefined}
        placeholder={texts.placeholder}
        allowed={view.allowed}
      />
    </FieldFrame>
  );
}
