/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * Events and spans along time, in lanes, with lines between those that wait for each other. Event: select (row is the row of the selected bar).
 */
export interface TimelineProps {
  /**
   * Title above it.
   */
  title?: PropText;
  /**
   * Accessible name for screen readers. Default: the title, else the screen's title.
   */
  label?: PropText;
  /**
   * Field whose value identifies a row.
   */
  rowKey?: Field;
  /**
   * Field with the date or time at which a record begins.
   */
  start: Field;
  /**
   * Name of the field with the beginning, e.g. Due date: for records that have no valid one.
   */
  startLabel?: PropText;
  /**
   * Field with the date or time at which it ends; a date counts as a whole day. Without it a record is an event.
   */
  end?: Field;
  /**
   * Field with the name of a record.
   */
  text: Field;
  /**
   * Field whose value gives the colour of a record, e.g. its state.
   */
  tone?: Field;
  /**
   * Tone for each value of the tone field, e.g. {"late": "danger"}. Default: the value itself, where it is a tone, else neutral.
   */
  tones?: {
    [k: string]: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Field whose values are lanes, e.g. the team.
   */
  lane?: Field;
  /**
   * Name of the lanes, e.g. Team.
   */
  laneLabel?: PropText;
  /**
   * State path that holds the chosen lane, e.g. state.team. A press on a bar writes the value of its lane and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Text for each value of the lane, e.g. {"Y": "$status.active"}.
   */
  lanes?: {
    [k: string]: PropText;
  };
  /**
   * Field with the key of the row that must end before this one, or a list of keys.
   */
  dependsOn?: Field;
  /**
   * Scale at first.
   */
  zoom?: 'day' | 'week' | 'month' | 'quarter';
  /**
   * Height in pixels; longer content scrolls. It grows in a higher tile of a grid. Default: up to 400.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
