import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import type { FieldError } from '../../../contracts/errors.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { fieldsOf, noFieldVisible, type CompiledForm } from '../../core/form/compile.ts';
import { titleOfCompute } from '../../core/form/compute.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import type { FormChange } from '../../core/form/model-options.ts';
import { sameFormState, type FormFailure, type FormView as FormStateView } from '../../core/form/views.ts';
import { countRender, type Text } from '../../core/index.ts';
import { useEngine, useScreen } from '../context.ts';
import { Icon, LazyComponent, lazyComponent, RequiredLegend, visuallyHidden } from '../../../ui/index.ts';
import { useText, type Translate } from '../hooks.ts';
import { ConflictBar } from './ConflictBar.tsx';
import { ControlContext, FormContext, type ControlSurroundings } from './context.ts';
import { formFrame } from './form-frame.ts';
import { FormSections } from './FormSections.tsx';
import { ReadOnlyBar } from './ReadOnlyBar.tsx';
import { focusFirstError, focusFirstField } from './focus.ts';
import { useFormIds } from './useFormIds.ts';
import { usePageForm } from './usePageForm.ts';
import { useFormModel, useFormTexts, useLoadedRecord } from './useFormModel.ts';
import { useFormDraft } from './useFormDraft.ts';
import { usePublishedValues } from './usePublishedValues.ts';
import { useSteps } from './useSteps.ts';
import { useFormSubmission } from './useFormSubmission.ts';

const draftBar = lazyComponent(() => import('./DraftBar.tsx'));
const unshownBar = lazyComponent(() => import('./UnsupportedBar.tsx'));
const uncomputedBar = lazyComponent(() => import('../rows/UncomputedBar.tsx'));
const choiceField = lazyComponent(() => import('./ChoiceField.tsx'));
const formSteps = lazyComponent(() => import('./FormSteps.tsx'));

const useStyles = makeStyles({
  root: formFrame,
  // Scrolling parents clip Fluent's focus rings: two pixels of room keep them whole.
  form: { display: 'flex', flexDirection: 'column', padding: '2px', margin: '-2px', minWidth: 0 },
  bar: { paddingBottom: '12px' },
  end: { paddingTop: '8px' },
  spoken: visuallyHidden,
});

export interface FormViewProps {
  /** The form node's id. */
  id: string;
  form: CompiledForm;
  label: string | undefined;
  value: JsonObject;
  keep: readonly string[];
  status: string | undefined;
  /** State path of the values. */
  values: string | undefined;
  /** Errors that a computation with the values has found. */
  errors: readonly FieldError[];
  readOnly: boolean;
  /** It is read-only because the server refuses the whole screen by now. */
  refused: boolean;
  guard: boolean;
  /** Typed values are stored on this device until they are saved. */
  draft: boolean;
  /** Its source reports that the record was deleted. */
  gone: boolean;
  onChange: FormChange;
}

/** An open form: its fields and errors, its unsaved changes and draft, and the conflict with a newer version. */
export function FormView({
  id,
  form,
  label,
  value,
  keep,
  status,
  values,
  errors,
  readOnly,
  refused,
  guard,
  draft,
  gone,
  onChange,
}: FormViewProps) {
  const styles = useStyles();
  const t = useText();
  const { host } = useEngine();
  const { texts, text } = useFormTexts(form);
  const model = useFormModel(form, value, keep, texts, onChange);
  const view = useFormState(model);
  countRender(`form:${form.id}`);
  // A right may end while somebody types.
  const [wasEditable, setEditable] = useState(!readOnly);
  if (!readOnly && !wasEditable) setEditable(true);
  const wizard = useSteps(model);
  const idOf = useFormIds();
  const kept = useFormDraft(model, draft && !readOnly);
  const element = useRef<HTMLFormElement>(null);
  const { submit, isPending } = useFormSubmission(model, { status, guard: guard && !readOnly, readOnly });
  useLoadedRecord(model, value, isPending);
  usePublishedValues(model, values);
  useEffect(() => model.showComputedErrors(errors), [model, errors]);
  useEffect(() => {
    // A dialog around the form moves the focus first.
    let stop: (() => void) | undefined;
    const frame = requestAnimationFrame(() => {
      if (element.current !== null && !readOnly) stop = focusFirstField(element.current);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, [readOnly]);
  const next = () => {
    // Enter in a step goes on, like the button below it; the last page submits.
    const isLast =
      wizard === null || wizard.isSummary || wizard.at >= wizard.steps.length - (wizard.hasSummary ? 0 : 1);
    if (!isLast) void wizard.next();
    else if (!readOnly) submit();
  };
  const isOnPage = usePageForm(model, element, idOf, { readOnly, submit: next });
  const surroundings = useMemo(
    () => ({ model, readOnly, text, cards: isOnPage, idOf }),
    [model, readOnly, text, isOnPage, idOf],
  );
  const controls = useControlSurroundings(model, text);

  const { rejections } = view;
  useEffect(() => {
    if (rejections === 0 || element.current === null) return undefined;
    focusFirstError(element.current, model, idOf);
    // Errors of no field are said once: by the bar, which has the focus, unless the focus goes to a field.
    const { general, invalid } = model.getForm();
    if (general.length === 0 || invalid === 0) return undefined;
    // Another attempt removes it.
    return host.notify('error', general.map(({ message }) => message).join(' '));
  }, [rejections, model, host, idOf]);

  const keepMine = useCallback(() => {
    model.versions.keepMine();
    host.notify('info', t('form.conflict.kept'));
  }, [model, host, t]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    next();
  };
  const legend = !readOnly && hasRequired(form) && <RequiredLegend text={t('form.required')} />;
  const notices = view.isBlank ? [...form.unsupported, noFieldVisible] : form.unsupported;
  return (
    <FormContext.Provider value={surroundings}>
      <ControlContext value={controls}>
        <div className={styles.root}>
          <form
            ref={element}
            id={id}
            className={styles.form}
            noValidate
            autoComplete="off"
            aria-label={label}
            aria-busy={isPending || undefined}
            onSubmit={onSubmit}
          >
            {(gone || view.recordDeleted) && (
              <div className={styles.bar}>
                <ReadOnlyBar reason="deleted" />
              </div>
            )}
            {readOnly && wasEditable && view.changes > 0 && (
              <div className={styles.bar}>
                <ReadOnlyBar reason={refused ? 'screen' : 'right'} />
              </div>
            )}
            {notices.length > 0 && (
              <div className={styles.bar}>
                <LazyComponent source={unshownBar}>
                  {(UnsupportedBar) => <UnsupportedBar diagnostics={notices} />}
                </LazyComponent>
              </div>
            )}
            {view.failures.length > 0 && (
              <LazyComponent source={uncomputedBar}>
                {(UncomputedBar) => (
                  <UncomputedBar failures={view.failures.map((one) => failureOf(one, form, text, t))} />
                )}
              </LazyComponent>
            )}
            {kept.offered !== null && (
              <div className={styles.bar}>
                <LazyComponent source={draftBar}>
                  {(DraftBar) => (
                    <DraftBar draft={kept.offered!} onTake={kept.take} onDiscard={kept.discard} />
                  )}
                </LazyComponent>
              </div>
            )}
            {view.conflict !== null && (
              <div className={styles.bar}>
                <ConflictBar conflict={view.conflict} reminders={view.reminders} onKeep={keepMine} />
              </div>
            )}
            {view.choice !== null && !readOnly && (
              <LazyComponent source={choiceField}>
                {(ChoiceField) => <ChoiceField choice={view.choice!} />}
              </LazyComponent>
            )}
            {wizard === null || readOnly ? (
              <FormSections sections={form.sections} />
            ) : (
              <LazyComponent source={formSteps}>
                {(FormSteps) => <FormSteps wizard={wizard} id={id} isPending={isPending} legend={legend} />}
              </LazyComponent>
            )}
            {(wizard === null || readOnly) && legend}
            {view.general.length > 0 && view.invalid === 0 && (
              <div className={styles.end} data-form-errors="" tabIndex={-1}>
                <MessageBar intent="error" icon={<Icon name="error-circle" />} layout="multiline">
                  <MessageBarBody>
                    {view.general.map((error) => (
                      <div key={`${error.path} ${error.message}`}>{error.message}</div>
                    ))}
                  </MessageBarBody>
                </MessageBar>
              </div>
            )}
            {/* Enter in any field submits: a form needs a submit button for that, and ours stands in the page's header. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          </form>
          <div className={styles.spoken} role="status">
            {rejections > 0 && view.invalid > 0 ? t('form.summary', { count: view.invalid }) : ''}
          </div>
        </div>
      </ControlContext>
    </FormContext.Provider>
  );
}

function formStateOf(model: FormModel): () => FormStateView {
  let state = model.getForm();
  return () => {
    const next = model.getForm();
    if (!sameFormState(state, next)) state = next;
    return state;
  };
}

/** The state of a form, which does not change with the number of its changes: the page's header alone shows it. */
function useFormState(model: FormModel): FormStateView {
  const get = useMemo(() => formStateOf(model), [model]);
  return useSyncExternalStore(model.subscribeForm, get);
}

function useControlSurroundings(model: FormModel, text: (text: Text) => string): ControlSurroundings {
  const screen = useScreen();
  return useMemo(
    () => ({
      text,
      scope: () => ({ ...screen.scope(), form: model.record }),
      labelOf(reference) {
        const [root, name = ''] = reference.split('.');
        const field = root === 'form' ? model.form.fields.get(name) : undefined;
        return field === undefined ? null : text(field.label);
      },
      loaded: () => model.loaded,
      valueOf: (name) => model.record[name],
      subscribe(names, listener) {
        const releases = names.map((name) => model.subscribeField(name, listener));
        return () => releases.forEach((release) => release());
      },
    }),
    [screen, model, text],
  );
}

function failureOf(
  { part, error }: FormFailure,
  form: CompiledForm,
  text: (text: Text) => string,
  t: Translate,
): { text: string; error: unknown } {
  if ('key' in part)
    return {
      text: t('widgets.frame.uncomputed', { name: text(titleOfCompute(form.schema, part)) }),
      error,
    };
  const names = new Set(fieldsOf(part).map(([name]) => text(form.fields.get(name)?.label ?? name)));
  return { text: t('form.undecided', { fields: [...names].join(', ') }), error };
}

/** Whether a field of the form can be required, so that the mark is explained. */
function hasRequired(form: CompiledForm): boolean {
  return (
    [...form.fields.values()].some(({ required, own }) => required || own.mark) ||
    form.rules.some(({ require }) => require.length > 0)
  );
}
