import { useCallback, useEffect, useState } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Draft } from '../../core/index.ts';
import { fieldAt, isEmptyValue } from '../../core/form/compile.ts';
import type { CompiledField } from '../../core/form/field.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { withoutSecrets, withSecretsOf } from '../../core/form/secrets.ts';
import { useEngine } from '../context.ts';
import { useText } from '../hooks.ts';

/** Milliseconds between writes of a draft while somebody types. */
const pause = 1000;

/**
 * Stores typed values on this device until they are saved. An earlier draft is offered, and restored only on request.
 */
export function useFormDraft(model: FormModel, enabled: boolean) {
  const { host } = useEngine();
  const t = useText();
  const id = model.loaded['id'];
  const key = `${model.form.id}.${isEmptyValue(id) ? 'new' : String(id)}`;
  const [offered, setOffered] = useState<Draft | null>(() => (enabled ? host.drafts.read(key) : null));

  useEffect(() => {
    if (!enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let had = false;
    let warned = false;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      const values = draftOf(model);
      if (Object.keys(values).length > 0) {
        const isKept = host.drafts.write(key, values);
        if (!isKept && !warned) host.notify('warning', t('form.draft.notKept'));
        warned ||= !isKept;
      }
    };
    const release = model.subscribeAny(() => {
      const { changes } = model.getForm();
      if (changes > 0) {
        had = true;
        // Typing declines the offer.
        setOffered(null);
        timer ??= setTimeout(write, pause);
      } else if (had) {
        // Saved, reset or emptied again: no draft is left.
        clearTimeout(timer);
        timer = undefined;
        host.drafts.remove(key);
      }
    });
    return () => {
      release();
      if (timer !== undefined) write();
    };
  }, [model, host, t, key, enabled]);

  const take = useCallback(() => {
    if (offered === null) return;
    for (const [name, value] of Object.entries(withSecretsOf(model.form, offered.values, model.record))) {
      if (fieldAt(model.form, name) !== undefined) model.set([name], value ?? undefined);
    }
    setOffered(null);
  }, [model, offered]);
  const discard = useCallback(() => {
    host.drafts.remove(key);
    setOffered(null);
  }, [host, key]);
  return { offered, take, discard };
}

/** The changed values without passwords and files. An emptied field is null. */
function draftOf(model: FormModel): JsonObject {
  const { form, record } = model;
  const left = withoutSecrets(form, record);
  const values: JsonObject = {};
  for (const name of model.changedNames()) {
    if (Object.hasOwn(left, name)) values[name] = left[name]!;
    // Emptied by the person, unless drafts never store it.
    else if (!Object.hasOwn(record, name) && !isSecret(fieldAt(form, name))) values[name] = null;
  }
  return values;
}

function isSecret(field: CompiledField | undefined): boolean {
  return field === undefined || field.sealed || field.widget === 'password' || field.upload !== undefined;
}
