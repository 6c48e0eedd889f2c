import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileExpression, lookUp, resolveText, resolveTextResult } from '../../core/index.ts';
import type { Path, Text, Texts } from '../../core/index.ts';
import { changedFields } from '../../core/form/changes.ts';
import { fieldAt, type CompiledForm } from '../../core/form/compile.ts';
import { FormModel } from '../../core/form/form-model.ts';
import type { FormChange } from '../../core/form/model-options.ts';
import { useEngine, useScreen } from '../context.ts';

/** Resolves texts of a form's document: its own strings first, then those of the screen around it, then locales/. */
export function useFormTexts(form: CompiledForm): { texts: Texts; text(text: Text): string } {
  const { host, lang } = useEngine();
  const screen = useScreen();
  return useMemo(() => {
    const texts: Texts = {
      strings: form.document.strings,
      lang,
      translate: (key, values) => lookUp(key, screen.texts, values),
      ...(screen.texts.constants && { constants: screen.texts.constants }),
      reportMissing: (key) =>
        host.report({ document: form.id, node: key, error: new Error(`No text for ${key}`) }),
    };
    const text = (written: Text): string => {
      if (typeof written === 'string') return resolveText(written, texts);
      const expression = compileExpression(written.$expr);
      return expression.plain ? resolveTextResult(expression.evaluate(screen.scope()), texts) : '';
    };
    return { texts, text };
  }, [form, host, lang, screen]);
}

/** The model of the open form: created once per document, updated with each record and with the scope of its rules. */
export function useFormModel(
  form: CompiledForm,
  value: JsonObject,
  keep: readonly string[],
  texts: Texts,
  onChange: FormChange,
): FormModel {
  const screen = useScreen();
  const now = useRef({ texts, onChange });
  now.current = { texts, onChange };
  const [model, setModel] = useState(() => make());
  function make(before?: FormModel): FormModel {
    // Typed values that are carried over were reported before.
    let carrying = true;
    const made = new FormModel({
      form,
      value,
      keep,
      scope: () => screen.scope(),
      texts: () => now.current.texts,
      onChange: (...changed) => {
        if (!carrying) now.current.onChange(...changed);
      },
    });
    if (before?.form.id === form.id) carryTyped(before, made);
    carrying = false;
    return made;
  }
  if (model.form !== form) setModel(make(model));

  useEffect(() => model.textsChanged(), [model, texts]);
  useEffect(() => {
    const refs = outsideRefs(form);
    return refs.length === 0 ? undefined : screen.store.subscribe(refs, () => model.scopeChanged());
  }, [model, form, screen]);
  return model;
}

/**
 * Loads each newer record into the model. One that arrives while a submission is pending waits for its end: the steps after
 * a successful request load what was just stored, which is no conflict with what was sent.
 */
export function useLoadedRecord(model: FormModel, value: JsonObject, isPending: boolean): void {
  const loaded = useRef<{ model: FormModel; value: JsonObject } | null>(null);
  useEffect(() => {
    if (isPending || (loaded.current?.model === model && loaded.current.value === value)) return;
    loaded.current = { model, value };
    model.versions.load(value);
  }, [model, value, isPending]);
}

/** Carries typed values into a newly published form, as far as it has their fields. */
function carryTyped(from: FormModel, to: FormModel): void {
  for (const name of changedFields(from.form, from.loaded, from.record, new Set())) {
    if (fieldAt(to.form, name) !== undefined) to.set([name], from.record[name]);
  }
}

/** Paths outside of the form that its rules read. */
function outsideRefs(form: CompiledForm): Path[] {
  return form.rules.flatMap((rule) => rule.when.refs.filter(([root]) => root !== 'form'));
}
