/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Field, PropText } from '../documents.ts';

/**
 * A figure for each state of Brazil, as squares coloured by steps. One row of the source for each state. Event: select (row is the row of the selected state).
 */
export interface TileMapProps {
  /**
   * Title of the map.
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
   * Field that names the state: by its two letters, its name, or its number of IBGE.
   */
  state: Field;
  /**
   * State path that holds the chosen state as its row has it, e.g. state.uf. A press writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * Field with the figure of the state.
   */
  value: Field;
  /**
   * Name of the measure, e.g. Orders.
   */
  valueLabel?: PropText;
  /**
   * Number of colours.
   */
  steps?: number;
  /**
   * How values are divided into steps: equal gives each colour as many states, even gives each colour an equal part of the range.
   */
  scale?: 'equal' | 'even';
  /**
   * Values at which the next colour begins, instead of steps and scale, e.g. [100, 500].
   */
  limits?: number[];
  /**
   * Leaves the figures out of the squares, as a narrow map does by itself; they remain in the tooltip and the table.
   */
  hideValues?: boolean;
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
   * Height of the map in pixels. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
