import type { Host } from '../contract.ts';
import type { RunOptions, Screen } from '../model.ts';
import type { Scope } from '../store.ts';
import type { Steps } from '../generated/documents.ts';

/**
 * How a list of steps ended. done: every step ran. stopped: the person declined, a form refused, or the screen was left.
 * handled: a step failed and its onError ran. Only done lets the list around it go on.
 */
export type StepsEnd = 'done' | 'stopped' | 'handled';

/** What a step knows of where it runs. */
export interface ActionContext {
  screen: Screen;
  host: Host;
  /** Values that are only there in their place; steps inside `each` and `onError` get their own. */
  locals: Pick<RunOptions, 'row' | 'event' | 'form'>;
  scope(): Scope;
  /** Did the person leave the screen, other than by a step of this very run? */
  abandoned(): boolean;
  /** Called by a step that leaves the screen itself: what comes behind it still runs. */
  leaving(): void;
  /** The person is being asked, or has answered. */
  pause(asking: boolean): void;
  /** Runs a list inside this one, with more in its place. Throws HostFailure-like when a step fails unhandled. */
  run(steps: Steps, place?: Partial<ActionContext['locals']>): Promise<StepsEnd>;
}

/** A verb: throws to fail; answers what ends the list around it. */
export type Verb<Step> = (step: Step, context: ActionContext) => Promise<StepsEnd>;
