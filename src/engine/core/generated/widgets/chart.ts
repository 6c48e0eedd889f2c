/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Bind, Expression, Field, PropText } from '../documents.ts';

/**
 * Bars, lines and areas of the source's rows, by category or over time. Event: select (row is the row of the selected point).
 */
export interface ChartProps {
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
   * Field that names a row: a text, a number or a date.
   */
  category: Field;
  /**
   * Name of the category, e.g. Month.
   */
  categoryLabel?: PropText;
  /**
   * Text for each value of the category and of splitBy, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * Length of the periods that the dates of the category stand for: rows are sorted by time, and dates are named by their period.
   */
  unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * category: equal steps in the order of the rows. time: dates at their distance from each other.
   */
  axis?: 'category' | 'time';
  /**
   * Measures, in display order.
   */
  series: ChartSeries[];
  /**
   * Field whose values become the series of the first measure. Six values have a colour; the others are added up as Others.
   */
  splitBy?: Field;
  /**
   * Name of what the series are split by, e.g. Company.
   */
  splitLabel?: PropText;
  /**
   * State path that holds the chosen category, e.g. state.month. A press on a point writes it and a second one removes it; what is chosen is shown with its name, to be removed.
   */
  bind?: Bind;
  /**
   * State path that holds the chosen value of splitBy, in the same way.
   */
  splitBind?: Bind;
  /**
   * Bars and areas stand on each other.
   */
  stacked?: boolean;
  /**
   * Bars go to the right, which has room for long names.
   */
  horizontal?: boolean;
  /**
   * Format of the figures. number, money and percent (0.25 is 25 %) follow the language; duration is a time in minutes, as 3 h 12 min.
   */
  format?: 'number' | 'money' | 'percent' | 'duration';
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
  second?: SecondAxis;
  /**
   * Lines at a value of the left axis, e.g. a goal, and bands between two values.
   */
  thresholds?: ChartThreshold[];
  /**
   * Notes at a category, e.g. a release, or over several ones, e.g. holidays.
   */
  annotations?: ChartAnnotation[];
  /**
   * Displays a band over each Saturday and Sunday, of up to 100 days. Requires axis time and unit day.
   */
  weekends?: boolean;
  /**
   * Figures at the points: where there is room for them (few bars of one series), always, or never.
   */
  labels?: 'auto' | 'always' | 'never';
  /**
   * Height of the plot in pixels. It grows in a higher tile of a grid.
   */
  height?: number;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
/**
 * One measure.
 */
export interface ChartSeries {
  /**
   * Field with the figures.
   */
  field: Field;
  /**
   * Name of the series.
   */
  label: PropText;
  /**
   * bar, line or area.
   */
  kind?: 'bar' | 'line' | 'area';
  /**
   * Colour of what means something, e.g. danger for what is late. Default: the next of six colours.
   */
  tone?: 'neutral' | 'success' | 'warning' | 'danger';
  /**
   * Bars are outlined in their colour instead of filled, e.g. for what was planned beside what was done.
   */
  outline?: boolean;
  /**
   * Measures on the axis on the right.
   */
  second?: boolean;
}
/**
 * Format of the axis on the right, for series on it.
 */
export interface SecondAxis {
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
}
/**
 * A line or a band across the chart.
 */
export interface ChartThreshold {
  /**
   * Where the line is.
   */
  value: number | Expression;
  /**
   * Where a band from value on ends.
   */
  to?: number | Expression;
  /**
   * Name of the line.
   */
  label: PropText;
  /**
   * Colour tone.
   */
  tone?: 'neutral' | 'success' | 'warning' | 'danger';
}
/**
 * A note at a category or over several ones.
 */
export interface ChartAnnotation {
  /**
   * Value of the category, e.g. 2026-03-01.
   */
  at: (string | number) | Expression;
  /**
   * Last category of a longer time from at on.
   */
  to?: (string | number) | Expression;
  /**
   * The note.
   */
  label: PropText;
}
