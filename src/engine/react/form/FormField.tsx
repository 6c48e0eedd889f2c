import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { SkeletonItem, ErrorNotice, LazyComponent, lazyComponent } from '../../../ui/index.ts';
import { countRender } from '../../core/index.ts';
import { isStructured, type CompiledField, type FieldWidget } from '../../core/form/field.ts';
import type { FieldView } from '../../core/form/views.ts';
import { pathOf } from '../../core/form/validation.ts';
import { useText } from '../hooks.ts';
import { groups, selfLabelled } from './controls/controls.ts';
import { FieldControl } from './controls/FieldControl.tsx';
import { useForm } from './context.ts';
import { FieldFrame, noteId } from './FieldFrame.tsx';
import { useNear } from './near.ts';
import { ReadField } from './ReadField.tsx';

const nestedField = lazyComponent(() => import('./nested/NestedField.tsx'));

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
  first,
}: {
  field: CompiledField;
  className: string;
  /** Is it among those that are drawn at once? */
  first: boolean;
}) {
  const view = useField(field.name);
  countRender(`field:${field.name}`);
  const { readOnly, text } = useForm();
  const { near, place } = useNear(first, view.errors.length > 0, view.hidden);
  if (view.hidden || (readOnly && field.sealed)) return null;
  if (!near) {
    // Its label can be found and read where it will be.
    return (
      <div ref={place} className={className} data-field={field.name} style={farStyle}>
        {text(field.label)}
      </div>
    );
  }
  if (readOnly && !isStructured(field)) return <ReadField field={field} view={view} className={className} />;
  return (
    <div className={className} data-field={field.name}>
      {isStructured(field) ? (
        <StructuredField field={field} view={view} />
      ) : (
        <SimpleField field={field} widget={field.widget as FieldWidget} view={view} />
      )}
    </div>
  );
});

/** As high as a field of one line, so that the page keeps its length. */
const farStyle = { minHeight: '84px' } as const;

function StructuredField({ field, view }: { field: CompiledField; view: FieldView }) {
  const t = useText();
  return (
    <LazyComponent
      source={nestedField}
      fallback={<SkeletonItem height={32} />}
      renderFailed={(retry) => (
        <ErrorNotice compact title={t('form.partFailed')} retry={{ text: t('form.retry'), onRetry: retry }} />
      )}
    >
      {(NestedField) => <NestedField field={field} view={view} />}
    </LazyComponent>
  );
}

function SimpleField({
  field,
  widget,
  view,
}: {
  field: CompiledField;
  widget: FieldWidget;
  view: FieldView;
}) {
  const t = useText();
  const { model, text } = useForm();
  const { name } = field;
  const onChange = useCallback((value: Json | undefined) => model.set([name], value), [model, name]);
  const onLeave = useCallback(() => model.leave([name]), [model, name]);
  const texts = useMemo(
    () => ({
      label: text(field.label),
      hint: field.hint === undefined ? undefined : text(field.hint),
      placeholder: field.placeholder === undefined ? undefined : text(field.placeholder),
    }),
    [text, field],
  );
  const error = (view.errors.find(({ path }) => path === pathOf(name)) ?? view.errors[0])?.message;
  const { clearedBy } = view;
  const hint =
    clearedBy === null
      ? texts.hint
      : t('form.cleared', { field: text(model.form.fields.get(clearedBy)!.label) });
  return (
    <FieldFrame
      id={name}
      label={selfLabelled.has(widget) ? null : texts.label}
      required={view.required}
      hint={hint}
      error={error}
      group={groups.has(widget)}
      selfLabelled={selfLabelled.has(widget)}
    >
      <FieldControl
        widget={widget}
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
        describedBy={error !== undefined || hint !== undefined ? noteId(name) : undefined}
        placeholder={texts.placeholder}
        allowed={view.allowed}
      />
    </FieldFrame>
  );
}
