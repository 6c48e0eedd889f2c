import { useEffect, useRef } from 'react';
import type { FieldError } from '../../../contracts/errors.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { parsePointer, toPointer } from '../../../contracts/json-pointer.ts';
import { bindPath } from '../../core/index.ts';
import type { HostFailure } from '../../core/index.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { withSealed } from '../../core/form/secrets.ts';
import { useEngine, useScreen } from '../context.ts';
import { useText } from '../hooks.ts';
import { useSubmission } from '../useSubmission.ts';
import { generatedAmong, offerPassword } from './password.ts';
import { sendWaiting, withFiles } from './send-file.ts';

/** Values that a submission sends, until it ends. */
interface Sent {
  model: FormModel;
  record: JsonObject;
  /** A generated password among it. */
  password: string | null;
}

interface Options {
  /** State path of `{ changes, submitting, valid }`. */
  status: string | undefined;
  /** Asks before the screen is left with unsaved changes. */
  guard: boolean;
  readOnly: boolean;
}

/**
 * Submits a form: validates it, sends its files, and runs `on.submit` of its node with `{ values, changes, items }`. Errors of the
 * server are shown at the fields. Fields stay editable meanwhile: changes made then are not saved yet.
 */
export function useFormSubmission(model: FormModel, { status, guard, readOnly }: Options) {
  const { host } = useEngine();
  const screen = useScreen();
  const t = useText();
  // The model and the record of the pending submission: another record may be loaded before it ends.
  const sent = useRef<Sent>({ model, record: model.record, password: null });

  const { submit, isPending } = useSubmission({
    event: 'submit',
    async prepare() {
      await model.pendingFiles.made();
      sent.current = { model, record: model.record, password: null };
      if (readOnly || (await model.check()).errors.length > 0) return null;
      const { changes, conflict } = model.getForm();
      if (conflict !== null) {
        model.versions.remind();
        host.notify('warning', t('form.conflict.remind'));
        return null;
      }
      if (model.isEdit && changes === 0) {
        host.notify('info', t('form.unchanged'));
        return null;
      }
      if (!(await sendWaiting(host, screen.scope(), model))) return null;
      const { record } = model;
      const { values, changes: changed, ...items } = model.submittedValues();
      sent.current = { model, record, password: generatedAmong(model, values) };
      const seal = async (clear: JsonObject) =>
        withFiles(model, await withSealed(model.form, clear, (text) => host.seal(text)));
      return { event: { values: await seal(values), changes: await seal(changed), ...items }, form: record };
    },
    showFailure: (failure) => showFailure(sent.current.model, failure),
    submitted() {
      const { model: saved, record, password } = sent.current;
      saved.saved(record);
      if (password !== null) void offerPassword(host, t, password);
    },
    reset: () => model.reset(),
    guard,
    isDirty: () => model.getForm().changes > 0,
  });

  useEffect(() => {
    if (status === undefined) return undefined;
    const path = bindPath(status);
    const publish = () => {
      const { changes, valid } = model.getForm();
      const before = screen.store.get(path) as Record<string, Json> | undefined;
      if (before?.['changes'] === changes && before['valid'] === valid && before['submitting'] === isPending)
        return;
      screen.store.set(path, { changes, submitting: isPending, valid });
    };
    publish();
    return model.subscribeForm(publish);
  }, [screen, status, model, isPending]);

  return { submit, isPending };
}

/** Shows a conflict, a deleted record or errors at fields; false when the form shows nothing of the failure. */
function showFailure(model: FormModel, failure: HostFailure): boolean {
  if (failure.code === 'VERSION_CONFLICT' && isObject(failure.data)) {
    model.versions.setConflict(failure.data);
    return true;
  }
  if (failure.status === 404 && model.isEdit) {
    model.versions.markRecordDeleted();
    return true;
  }
  if (failure.errors.length === 0) return false;
  // These stand in the definition that the form publishes, not in the form, and the message has the remedy too.
  const isElsewhere = failure.code === 'ROUTES_NOT_ALLOWED';
  model.showServerErrors(
    isElsewhere ? [{ path: '', message: failure.message }] : failure.errors.map((one) => atField(model, one)),
  );
  return true;
}

/** An error at a key of the sent body, at the field that sends it. */
function atField(model: FormModel, error: FieldError): FieldError {
  const [key] = parsePointer(error.path);
  const field = [...model.form.fields.values()].find(({ own }) => own.sentAs?.includes(key ?? '') === true);
  return field === undefined ? error : { ...error, path: toPointer([field.name]) };
}
