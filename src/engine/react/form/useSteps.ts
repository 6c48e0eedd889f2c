import { useCallback, useEffect, useRef, useState } from 'react';
import type { CompiledStep } from '../../core/form/compile.ts';
import { fieldOf } from '../../core/form/validation.ts';
import type { FormModel } from '../../core/form/form-model.ts';

/** State of a wizard. */
export interface Steps {
  steps: readonly CompiledStep[];
  /** Index of the visible step; the summary follows the last one. */
  at: number;
  /** Index of the last step that was visited. */
  reached: number;
  hasSummary: boolean;
  isSummary: boolean;
  /** Validates this step and goes on; with errors it shows them and stays. */
  next(): Promise<void>;
  back(): void;
  go(at: number): void;
  /** Other steps with errors, and their number of invalid fields. */
  faulty: readonly { at: number; count: number }[];
}

/** Shows one step at a time. Going on validates the step, going back keeps all values. */
export function useSteps(model: FormModel): Steps | null {
  const { steps, document } = model.form;
  const hasSummary = document.ui.summary !== false;
  const [at, setAt] = useState(0);
  const [reached, setReached] = useState(0);
  const heading = useRef(false);
  const go = useCallback((to: number) => {
    heading.current = true;
    setAt(to);
    setReached((before) => Math.max(before, to));
  }, []);
  useEffect(() => {
    if (!heading.current) return;
    heading.current = false;
    globalThis.document.querySelector<HTMLElement>('[data-step-title]')?.focus();
  }, [at]);

  const { rejections } = model.getForm();
  const invalid = stepErrors(model, steps);
  // A rejected submit shows the first step with an error.
  const [shownAt, setShownAt] = useState(rejections);
  if (shownAt !== rejections) {
    setShownAt(rejections);
    if (invalid.length > 0 && invalid.every((one) => one.at !== at)) setAt(invalid[0]!.at);
  }

  if (steps.length === 0) return null;
  return {
    steps,
    at,
    reached,
    hasSummary,
    isSummary: at >= steps.length,
    async next() {
      const step = steps[at];
      if (step !== undefined && (await model.validateFields(step.fields))) go(at + 1);
    },
    back: () => go(at - 1),
    go,
    faulty: invalid.filter((one) => one.at !== at),
  };
}

function stepErrors(model: FormModel, steps: readonly CompiledStep[]): { at: number; count: number }[] {
  return steps.flatMap(({ fields }, at) => {
    const count = fields.filter((name) => {
      const { errors, hidden } = model.field(name);
      return !hidden && errors.some(({ path }) => fieldOf(path) === name);
    }).length;
    return count === 0 ? [] : [{ at, count }];
  });
}
