import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createSubmissionController, type Submission } from '../core/actions/submission.ts';
import { RowContext, useEngine, useNode, useScreen } from './context.ts';

export interface SubmissionOptions extends Submission {
  /** Asks for confirmation before the screen is left while `isDirty` returns true. */
  guard: boolean;
  isDirty(): boolean;
}

/**
 * Lets `submit` and `reset` steps name the node, and guards unsaved changes.
 * @returns `submit`, for the widget's own keys and buttons, and whether a submission is pending.
 */
export function useSubmission(options: SubmissionOptions): { submit(): void; isPending: boolean } {
  const { host } = useEngine();
  const screen = useScreen();
  const node = useNode();
  // A node rendered per row is one of several forms: steps outside of its row must not reach it.
  const id = node.id + useContext(RowContext);
  const [controller] = useState(() => createSubmissionController(screen, node, options));
  const isDirty = useRef(options.isDirty);
  useEffect(() => {
    controller.update(node, options);
    isDirty.current = options.isDirty;
  });
  const { pending } = controller;
  useEffect(() => screen.registerForm(id, controller), [screen, id, controller]);
  const { guard } = options;
  useEffect(() => {
    if (!guard) return undefined;
    // The steps of a submission may leave the screen: the values they send are not lost.
    return host.guard(() => !pending.get() && isDirty.current());
  }, [host, guard, pending]);
  return {
    submit: () => void controller.submit(),
    isPending: useSyncExternalStore(pending.subscribe, pending.get),
  };
}
