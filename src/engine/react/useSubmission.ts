import { useCallback, useEffect, useRef } from 'react';
import type { Json } from '../../contracts/json.ts';
import type { FormController, HostFailure } from '../core/index.ts';
import { useEngine, useNode, useScreen } from './context.ts';

/** A widget that `submit` and `reset` steps reach, as its spec's `submits` says. */
export interface Submission {
  /** Which of its node's events sends. */
  event: string;
  /** What the event carries; null: it was refused and has shown why. */
  take(): Promise<Json | null>;
  /** The server refused it; true when the widget shows it itself. */
  refused(failure: HostFailure): boolean;
  /** All steps of the event ran. */
  sent(): void;
  reset(): void;
  /** Is something typed that leaving would lose? */
  isDirty(): boolean;
}

/** Makes the node one that submit and reset steps name. Returns the sending itself, for the widget's own keys. */
export function useSubmission(submission: Submission): () => Promise<boolean> {
  const { host } = useEngine();
  const screen = useScreen();
  const node = useNode();
  const latest = useRef(submission);
  useEffect(() => {
    latest.current = submission;
  });
  const sending = useRef<Promise<boolean> | null>(null);
  const submit = useCallback<FormController['submit']>(
    (onAsking) => {
      const send = async (): Promise<boolean> => {
        const { event } = latest.current;
        const payload = await latest.current.take();
        if (payload === null) return false;
        const steps = Object.hasOwn(node.on, event) ? node.on[event]! : [];
        const outcome = await screen.run({ node: node.id, event }, steps, {
          event: payload,
          onFailure: (failure) => latest.current.refused(failure),
          ...(onAsking && { onPause: onAsking }),
        });
        if (outcome.status === 'done') latest.current.sent();
        return outcome.status === 'done';
      };
      sending.current ??= send().finally(() => {
        sending.current = null;
      });
      return sending.current;
    },
    [screen, node],
  );

  useEffect(
    () => screen.registerForm(node.id, { submit, reset: () => latest.current.reset() }),
    [screen, node, submit],
  );
  useEffect(() => host.guard(() => sending.current === null && latest.current.isDirty()), [host]);
  return submit;
}
