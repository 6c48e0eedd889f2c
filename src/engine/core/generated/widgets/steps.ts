/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, PropText, Repeat } from '../documents.ts';

/**
 * Progress through named steps, each done, current, failed or pending. With an action for press, steps are pressable. Steps are displayed side by side when they fit, otherwise one below the other. Event: press.
 */
export interface StepsProps {
  /**
   * Steps, in order.
   */
  items: StepsItem[];
  /**
   * Id of the current step. Steps before it are done.
   */
  current?: string | Expression;
  /**
   * horizontal: side by side when they fit. vertical: one below the other.
   */
  direction?: 'horizontal' | 'vertical';
  /**
   * Accessible name of the steps for screen readers.
   */
  label?: PropText;
}
/**
 * One step, or with repeat one step per element of a list.
 */
export interface StepsItem {
  /**
   * Makes one step per element of a list. All expressions of the step see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Identifier of the entry, unique in the widget.
   */
  id: string;
  /**
   * Displayed name.
   */
  title: PropText;
  /**
   * Line under the title, e.g. author, date or reason of a failure.
   */
  text?: PropText;
  /**
   * Condition: displayed while true.
   */
  visible?: boolean | Expression;
  /**
   * State of the step: todo, current, done or error. Default: derived from its position relative to the current step.
   */
  state?: ('todo' | 'current' | 'done' | 'error') | Expression;
}
