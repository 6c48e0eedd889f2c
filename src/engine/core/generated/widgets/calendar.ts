/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * Records by their days, as a month, a week, or a list of days. Events: select (a record, row is its row), selectDay (a day).
 */
export interface CalendarProps {
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
   * Field with the date or time at which it ends. Default: it ends as it begins.
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
   * View at first: month, week, or agenda (a list of days, which a narrow place always has).
   */
  view?: 'month' | 'week' | 'agenda';
  /**
   * First day of a week.
   */
  weekStart?: 'sunday' | 'monday';
  /**
   * State path of a day of the period in sight (YYYY-MM-DD), which the query of the source can read.
   */
  day?: Bind;
  /**
   * State path that holds the chosen day (YYYY-MM-DD), e.g. state.day. A press on a day or a record writes it and a second one removes it; what is chosen is shown as a chip, to be removed.
   */
  bind?: Bind;
  /**
   * Height in pixels; longer content scrolls. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
