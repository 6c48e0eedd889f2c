import { useCallback, useEffect, useRef, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { bindPath } from '../../core/index.ts';
import type { FormController, HostFailure } from '../../core/index.ts';
import type { FormModel } from '../../core/form/model.ts';
import { withSealed } from '../../core/form/secrets.ts';
import { useEngine, useNode, useScreen } from '../context.ts';
import { useText } from '../hooks.ts';
import { sendWaiting } from './send-file.ts';

interface Options {
  status: string | undefined;
  guard: boolean;
  readOnly: boolean;
}

/**
 * Sending a form: checked first, then its node's `on.submit` runs with { values, changes }. What the server refuses lands
 * at the fields. While it runs nothing is locked: what is typed meanwhile is simply not saved yet.
 */
export function useSubmit(id: string, model: FormModel, { status, guard, readOnly }: Options) {
  const { host } = useEngine();
  const screen = useScreen();
  const node = useNode();
  const t = useText();
  const [submitting, setSubmitting] = useState(false);
  const running = useRef<Promise<boolean> | null>(null);

  const send = useCallback<FormController['submit']>(
    async (onAsking) => {
      const verdict = await model.check();
      if (verdict.errors.length > 0) return false;
      const { changes, conflict } = model.getForm();
      if (conflict !== null) {
        model.versions.remind();
        return false;
      }
      if (model.isEdit && changes === 0) {
        host.notify('info', t('form.unchanged'));
        return false;
      }
      if (!(await sendWaiting(host, screen.scope(), model))) return false;
      const sent = model.record;
      const { values, changes: changed } = model.submission();
      const seal = (record: JsonObject) => withSealed(model.form, record, (text) => host.seal(text));
      const event = { values: await seal(values), changes: await seal(changed) };
      const steps = Object.hasOwn(node.on, 'submit') ? node.on['submit']! : [];
      const outcome = await screen.run({ node: id, event: 'submit' }, steps, {
        event,
        form: sent,
        onFailure: (failure) => showFailure(model, failure),
        ...(onAsking && { onPause: onAsking }),
      });
      if (outcome.status !== 'done') return false;
      model.saved(sent);
      return true;
    },
    [model, host, t, node, screen, id],
  );

  const submit = useCallback<FormController['submit']>(
    (onAsking) => {
      if (readOnly) return Promise.resolve(false);
      if (running.current !== null) return running.current;
      setSubmitting(true);
      const started = send(onAsking).finally(() => {
        running.current = null;
        setSubmitting(false);
      });
      running.current = started;
      return started;
    },
    [send, readOnly],
  );

  useEffect(
    () => screen.registerForm(id, { submit, reset: () => model.reset() }),
    [screen, id, submit, model],
  );

  useEffect(() => {
    if (!guard) return undefined;
    // The submit's own steps may leave the page: what they send is not lost.
    return host.guard(() => running.current === null && model.getForm().changes > 0);
  }, [host, guard, model]);

  useEffect(() => {
    if (status === undefined) return undefined;
    const path = bindPath(status);
    const publish = () => {
      const { changes, valid } = model.getForm();
      const before = screen.store.get(path) as Record<string, Json> | undefined;
      if (before?.['changes'] === changes && before['valid'] === valid && before['submitting'] === submitting)
        return;
      screen.store.set(path, { changes, submitting, valid });
    };
    publish();
    return model.subscribeForm(publish);
  }, [screen, status, model, submitting]);

  return { submit, submitting };
}

/** true: the form shows it; false: the action tells it as any other failure. */
function showFailure(model: FormModel, failure: HostFailure): boolean {
  if (failure.code === 'VERSION_CONFLICT' && isObject(failure.data)) {
    model.versions.ask(failure.data);
    return true;
  }
  if (failure.status === 404 && model.isEdit) {
    model.versions.markRecordDeleted();
    return true;
  }
  if (failure.errors.length === 0) return false;
  model.refuse(failure.errors);
  return true;
}
