import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../contract.ts';
import { toFailure } from '../sources/failure.ts';
import type { Steps } from '../generated/documents.ts';
import type { ActionContext, CompiledNode, FormController, Observable, Screen } from '../compiled-screen.ts';

/** Scope that a widget gives to the steps of its submit event. */
export interface SubmissionPayload {
  event: Json;
  /** The record of the form. */
  form?: Json;
}

/** A widget that `submit` and `reset` steps can name: a form or an editor. Its spec declares it with `submits`. */
export interface Submission {
  /** Event of the node whose steps send the values. */
  event: string;
  /** Validates the widget and returns the scope for the steps; null when it is invalid and shows its errors. */
  prepare(): Promise<SubmissionPayload | null>;
  /** Shows a failure of the steps as errors at the fields; false when the widget cannot. */
  showFailure(failure: HostFailure): boolean;
  /** Called after all steps of the event succeeded. */
  submitted(): void;
  reset(): void;
}

export interface SubmissionController extends FormController {
  /** Sets the current node and submission; both change while the screen is open. */
  update(node: CompiledNode, submission: Submission): void;
  /** Whether a submission is pending. */
  readonly pending: Observable<boolean>;
}

/**
 * Creates the controller that submits a widget: it prepares the values, runs the steps of the widget's event inside
 * the caller's run and passes a failure back to the widget. A submit call joins a pending submission.
 */
export function createSubmissionController(
  screen: Screen,
  node: CompiledNode,
  submission: Submission,
): SubmissionController {
  let current = { node, submission };
  let pending: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();

  function setPending(next: Promise<boolean> | null): void {
    pending = next;
    const due = [...listeners];
    for (const listener of due) listener();
  }

  async function prepare(): Promise<SubmissionPayload | null> {
    try {
      return await current.submission.prepare();
    } catch (error) {
      // Examples: a file that cannot be read, a password that cannot be sealed.
      const failure = toFailure(error, screen.texts);
      screen.host.report({ document: screen.compiled.id, node: current.node.id, error });
      if (!current.submission.showFailure(failure)) screen.host.notify('error', failure.message);
      return null;
    }
  }

  const stepsOf = (event: string): Steps => {
    const { on } = current.node;
    return Object.hasOwn(on, event) ? on[event]! : [];
  };

  /** Runs the node's steps for a failure that the widget does not show; false when it has none. */
  function runFailure(failure: HostFailure, { form }: SubmissionPayload): boolean {
    const steps = stepsOf('failure');
    if (steps.length === 0) return false;
    const { id } = current.node;
    void screen.run({ node: id, event: 'failure' }, steps, {
      event: failure,
      form,
      failureOf: { node: id, event: current.submission.event },
    });
    return true;
  }

  async function send(parent: ActionContext | undefined): Promise<boolean> {
    const payload = await prepare();
    if (payload === null) return false;
    const { event } = current.submission;
    const { id } = current.node;
    const outcome = await screen.run({ node: id, event }, stepsOf(event), {
      ...payload,
      parent,
      showFailure: (failure) => current.submission.showFailure(failure) || runFailure(failure, payload),
    });
    if (outcome.status !== 'done') return false;
    current.submission.submitted();
    return true;
  }

  return {
    update(nextNode, nextSubmission) {
      current = { node: nextNode, submission: nextSubmission };
    },
    pending: {
      get: () => pending !== null,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    submit(parent) {
      if (pending === null) setPending(send(parent).finally(() => setPending(null)));
      return pending!;
    },
    reset: () => current.submission.reset(),
  };
}
