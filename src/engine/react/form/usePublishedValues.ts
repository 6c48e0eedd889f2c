import { useEffect } from 'react';
import { bindPath } from '../../core/index.ts';
import type { FormModel } from '../../core/form/form-model.ts';
import { useScreen } from '../context.ts';

/** Milliseconds without a change after which the values are published. */
export const valuesPause = 400;

/** Writes a form's values into the state, at once and whenever nobody has changed one for a while. */
export function usePublishedValues(model: FormModel, path: string | undefined): void {
  const screen = useScreen();
  useEffect(() => {
    if (path === undefined) return undefined;
    const at = bindPath(path);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const publish = () => screen.store.set(at, model.record);
    publish();
    const release = model.subscribeAny(() => {
      clearTimeout(timer);
      timer = setTimeout(publish, valuesPause);
    });
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [screen, model, path]);
}
