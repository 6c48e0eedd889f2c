/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Text } from '../documents.ts';

/**
 * How far something has come: named steps, done, current, failed or still to come. With a listener for press each can be pressed. Side by side where there is room, else one under the other. Event: press.
 */
export interface StepsProps {
  /**
   * In their order.
   */
  items: StepsItem[];
  /**
   * Id of the step that is at work; those before it are done.
   */
  current?: string | Expression;
  /**
   * horizontal: side by side where there is room; vertical: one under the other.
   */
  direction?: 'horizontal' | 'vertical';
  /**
   * What the steps lead to, for who listens.
   */
  label?: Text;
}
/**
 * One step.
 */
export interface StepsItem {
  /**
   * Name of the entry, unique in the widget.
   */
  id: string;
  /**
   * What it is called.
   */
  title: Text;
  /**
   * A line under the title: who, when, why it failed.
   */
  text?: Text;
  /**
   * How it stands, where its place before or behind the current one does not say it: todo, current, done, error.
   */
  state?: ('todo' | 'current' | 'done' | 'error') | Expression;
}
