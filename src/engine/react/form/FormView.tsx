import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { noFieldVisible, type CompiledForm } from '../../core/form/compile.ts';
import type { FormModel } from '../../core/form/model.ts';
import type { Text } from '../../core/index.ts';
import { useEngine, useScreen } from '../context.ts';
import { LazyComponent, lazyComponent } from '../../../ui/index.ts';
import { useText } from '../hooks.ts';
import { ConflictBar } from './ConflictBar.tsx';
import { ControlContext, FormContext, type ControlSurroundings } from './context.ts';
import { FormSections } from './FormSections.tsx';
import { RecordDeletedBar } from './RecordDeletedBar.tsx';
import { focusFirstError, focusFirstField } from './focus.ts';
import { useFormModel, useFormTexts } from './useFormModel.ts';
import { useDraft } from './useDraft.ts';
import { useSteps } from './useSteps.ts';
import { useFormSubmission } from './useFormSubmission.ts';

const draftBar = lazyComponent(() => import('./DraftBar.tsx'));
const unshownBar = lazyComponent(() => import('./UnsupportedBar.tsx'));
const choiceField = lazyComponent(() => import('./ChoiceField.tsx'));
const formSteps = lazyComponent(() => import('./FormSteps.tsx'));

const useStyles = makeStyles({
  // In wider lines a label and its value no longer read as a pair.
  root: {
    containerType: 'inline-size',
    containerName: 'form',
    minWidth: 0,
    width: '100%',
    maxWidth: '1040px',
  },
  // Scrolling parents clip Fluent's focus rings: two pixels of room keep them whole.
  form: { display: 'flex', flexDirection: 'column', padding: '2px', margin: '0 -2px', minWidth: 0 },
  bar: { paddingBottom: '12px' },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

export interface FormViewProps {
  /** The form node's id. */
  id: string;
  form: CompiledForm;
  label: string | undefined;
  value: JsonObject;
  keep: readonly string[];
  status: string | undefined;
  readOnly: boolean;
  guard: boolean;
  /** Typed values are stored on this device until they are saved. */
  draft: boolean;
  /** Its source reports that the record was deleted. */
  gone: boolean;
  onChange(field: string, value: Json | undefined): void;
}

/** An open form: its fields and errors, its unsaved changes and draft, and the conflict with a newer version. */
export function FormView({
  id,
  form,
  label,
  value,
  keep,
  status,
  readOnly,
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
  const view = useSyncExternalStore(model.subscribeForm, model.getForm);
  const wizard = useSteps(model);
  const kept = useDraft(model, draft && !readOnly);
  const element = useRef<HTMLFormElement>(null);
  const { submit, isPending } = useFormSubmission(model, { status, guard: guard && !readOnly, readOnly });
  useEffect(() => {
    // A dialog around the form moves the focus first.
    const frame = requestAnimationFrame(() => {
      if (element.current !== null && !readOnly) focusFirstField(element.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [readOnly]);
  const surroundings = useMemo(() => ({ model, readOnly, text }), [model, readOnly, text]);
  const controls = useControlSurroundings(model, text);

  const { rejections } = view;
  useEffect(() => {
    if (rejections > 0 && element.current !== null) focusFirstError(element.current, model);
  }, [rejections, model]);

  const keepMine = useCallback(() => {
    model.versions.keepMine();
    host.notify('info', t('form.conflict.kept'));
  }, [model, host, t]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    // Enter in a step goes on, like the button below it; the last page submits.
    if (
      wizard !== null &&
      !wizard.isSummary &&
      wizard.at < wizard.steps.length - (wizard.hasSummary ? 0 : 1)
    ) {
      void wizard.next();
    } else if (!readOnly) submit();
  };
  const invalid = countErrors(model);
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
                <RecordDeletedBar />
              </div>
            )}
            {notices.length > 0 && (
              <div className={styles.bar}>
                <LazyComponent source={unshownBar}>
                  {(UnsupportedBar) => <UnsupportedBar diagnostics={notices} />}
                </LazyComponent>
              </div>
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
            {view.general.length > 0 && (
              <div className={styles.bar} data-form-errors="" tabIndex={-1}>
                <MessageBar intent="error" layout="multiline">
                  <MessageBarBody>
                    {view.general.map((error) => (
                      <div key={`${error.path} ${error.message}`}>{error.message}</div>
                    ))}
                  </MessageBarBody>
                </MessageBar>
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
                {(FormSteps) => <FormSteps wizard={wizard} id={id} isPending={isPending} />}
              </LazyComponent>
            )}
            {/* Enter in any field submits: a form needs a submit button for that, and ours stands in the page's header. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          </form>
          <div className={styles.spoken} role="status">
            {rejections > 0 && invalid > 0 ? t('form.summary', { count: invalid }) : ''}
          </div>
        </div>
      </ControlContext>
    </FormContext.Provider>
  );
}

function useControlSurroundings(model: FormModel, text: (text: Text) => string): ControlSurroundings {
  const screen = useScreen();
  return useMemo(
    () => ({
      text,
      scope: () => ({ ...screen.scope(), form: model.record }),
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

function countErrors(model: FormModel): number {
  let count = 0;
  for (const name of model.form.fields.keys()) if (model.field(name).errors.length > 0) count += 1;
  return count;
}
