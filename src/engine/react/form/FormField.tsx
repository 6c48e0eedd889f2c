import { memo, useCallback, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { lazyComponent, useInView } from '../../../ui/index.ts';
import { countRender } from '../../core/index.ts';
import { isComputed } from '../../core/form/compute.ts';
import { isStructured, type CompiledField } from '../../core/form/field.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { sameFieldState, type FieldView } from '../../core/form/views.ts';
import { pathOf } from '../../core/form/validation.ts';
import { useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { LazyPart } from './controls/FieldControl.tsx';
import { LabelledControl } from './LabelledControl.tsx';
import { isPanel, PanelField } from './panels/PanelField.tsx';
import { OutputField, ReadField } from './ReadField.tsx';

const structuredField = lazyComponent(() => import('./structured/StructuredField.tsx'));

/**
 * One field's state, which changes with its value, its errors and the rules that apply to it. The parts of a structured
 * field subscribe to its value themselves, so here it does not follow its value.
 */
function useField(field: CompiledField): FieldView {
  const { model } = useForm();
  const store = useMemo(() => fieldStore(model, field), [model, field]);
  return useSyncExternalStore(store.subscribe, store.get);
}

function fieldStore(model: FormModel, field: CompiledField) {
  let view = model.field(field.name);
  return {
    subscribe: (listener: () => void) => model.subscribeField(field.name, listener),
    get() {
      const next = model.field(field.name);
      if (!isStructured(next.field ?? field) || !sameFieldState(view, next)) view = next;
      return view;
    },
  };
}

/** A field of the form, or nothing while a rule hides it. */
export const FormField = memo(function FormField({
  field: compiled,
  className,
  isFirst,
  fills = false,
}: {
  field: CompiledField;
  className: string;
  /** The card around it has no other content. */
  fills?: boolean;
  /** Is it among those that are rendered at once? */
  isFirst: boolean;
}) {
  const view = useField(compiled);
  const field = view.field ?? compiled;
  countRender(`field:${field.name}`);
  const { readOnly, model } = useForm();
  if (view.hidden || (readOnly && field.sealed)) return null;
  return (
    <FieldPlace field={field} className={className} isNeeded={isFirst || view.errors.length > 0}>
      {isStructured(field) ? (
        <LazyPart source={structuredField}>
          {(StructuredField) => <StructuredField field={field} view={view} />}
        </LazyPart>
      ) : isPanel(field) ? (
        <PanelField field={field} view={view} fills={fills} />
      ) : readOnly ? (
        <ReadField field={field} view={view} />
      ) : isComputed(model.form.computes, [field.name]) ? (
        <ComputedField field={field} view={view} />
      ) : (
        <SimpleField field={field} view={view} />
      )}
    </FieldPlace>
  );
});

/** Fields are rendered about one window before they come into view. */
const margin = 800;

/** As high as a field of one line, so that the page's length stays. */
const placeholderStyle = { minHeight: '68px' } as const;

/** Renders a field's label until the field comes near the window, or is needed for its errors, which get the focus. */
function FieldPlace({
  field,
  className,
  isNeeded,
  children,
}: {
  field: CompiledField;
  className: string;
  isNeeded: boolean;
  children: ReactNode;
}) {
  const { text } = useForm();
  const place = useRef<HTMLDivElement>(null);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  // The first fields, which fill the window, are rendered at once.
  const inView = useInView(place, margin, true);
  const isRendered = wasNeeded || inView;
  return (
    <div
      ref={isRendered ? undefined : place}
      className={className}
      data-field={field.name}
      style={isRendered ? undefined : placeholderStyle}
    >
      {isRendered ? children : text(field.label)}
    </div>
  );
}

const errorOf = ({ errors }: FieldView, name: string): string | undefined =>
  (errors.find(({ path }) => path === pathOf(name)) ?? errors[0])?.message;

function ComputedField({ field, view }: { field: CompiledField; view: FieldView }) {
  const { text, idOf } = useForm();
  return (
    <OutputField
      field={field}
      id={idOf([field.name])}
      label={text(field.label)}
      value={view.value}
      hint={field.hint === undefined ? undefined : text(field.hint)}
      error={errorOf(view, field.name)}
    />
  );
}

function SimpleField({ field, view }: { field: CompiledField; view: FieldView }) {
  const t = useText();
  const { model, text, idOf } = useForm();
  const { name } = field;
  const onChange = useCallback((value: Json | undefined) => model.set([name], value), [model, name]);
  const onLeave = useCallback(() => model.leave([name]), [model, name]);
  const { clearedBy, value, changed, required, disabled, allowed } = view;
  const ownHint = field.hint === undefined ? undefined : text(field.hint);
  const hint =
    clearedBy === null
      ? ownHint
      : t('form.cleared', { field: text(model.form.fields.get(clearedBy)!.label) });
  return (
    <LabelledControl
      field={field}
      id={idOf([name])}
      label={text(field.label)}
      hint={hint}
      error={errorOf(view, name)}
      quietLabel={field.own.quiet === true}
      {...{ value, changed, onChange, onLeave, required, disabled, allowed }}
    />
  );
}
