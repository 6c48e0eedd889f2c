/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * Stages of a process in the order of the rows, each with what is left of the first. Event: select (row is the row of the selected stage).
 */
export interface FunnelProps {
  /**
   * Title of the chart.
   */
  title?: PropText;
  /**
   * Words beside the title, e.g. in thousands.
   */
  subtitle?: PropText;
  /**
   * Accessible name for screen readers. Default: the title, else the screen's title.
   */
  label?: PropText;
  /**
   * Field that names a stage.
   */
  category: Field;
  /**
   * Name of the stages, e.g. Stage.
   */
  categoryLabel?: PropText;
  /**
   * Text for each value of the category, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * State path that holds the chosen stage, e.g. state.stage. A press on a point writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Field with the figure of a stage.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
  /**
   * Format of the figures. number, money and percent (0.25 is 25 %) follow the language.
   */
  format?: 'number' | 'money' | 'percent';
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
  /**
   * Height of the plot in pixels. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
