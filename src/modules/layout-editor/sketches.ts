/** A schematic drawing of a widget, as paths in a box of 64 × 32. */
export interface Sketch {
  /** Areas and texts that are there, but are not what the widget is about. */
  soft?: string;
  /** Lines. */
  line?: string;
  /** Subject of the widget. */
  accent?: string;
}

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
const boxes = (...all: readonly (readonly [number, number, number, number])[]): string =>
  all.map((one) => box(...one)).join('');
const dot = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
const dots = (...all: readonly (readonly [number, number, number])[]): string =>
  all.map((one) => dot(...one)).join('');
/** Lines of text from the left, by their widths. */
const words = (x: number, y: number, widths: readonly number[], pitch = 7, height = 3): string =>
  widths.map((width, at) => box(x, y + at * pitch, width, height)).join('');
/** A table of cells. */
const cells = (
  rows: readonly number[],
  columns: readonly (readonly [number, number])[],
  height = 3,
): string => rows.flatMap((y) => columns.map(([x, width]) => box(x, y, width, height))).join('');

const frame = 'M2.5 1.5h59v29h-59z';
const column3 = [
  [4, 16],
  [24, 16],
  [44, 16],
] as const;

/** Sketches of the types in the palette; a type without one shows its icon. */
export const sketches: Readonly<Record<string, Sketch>> = {
  alert: { line: frame, accent: dot(10, 16, 4), soft: words(19, 10, [36, 26], 8) },
  avatar: { soft: dot(32, 16, 13), accent: `${dot(32, 12, 4)}M24 24a8 6 0 0 1 16 0z` },
  badge: { accent: 'M20 10h24a6 6 0 0 1 0 12h-24a6 6 0 0 1 0-12z' },
  button: { accent: box(14, 8, 36, 16) },
  calendar: {
    line: 'M4.5 3.5h55v26h-55zM4.5 10.5h55',
    soft: cells(
      [14, 19, 24],
      [
        [8, 5],
        [18, 5],
        [28, 5],
        [38, 5],
        [48, 5],
      ],
    ),
    accent: box(26, 18, 15, 5),
  },
  card: { line: frame, soft: words(8, 15, [44, 32]), accent: box(8, 7, 24, 4) },
  chart: {
    line: 'M5 28.5h54',
    soft: boxes([19, 10, 7, 18], [41, 14, 7, 14]),
    accent: boxes([8, 16, 7, 12], [30, 5, 7, 23], [52, 11, 7, 17]),
  },
  'description-list': { soft: words(6, 4, [16, 16, 16, 16]), accent: words(28, 4, [28, 20, 30, 24]) },
  detail: {
    soft: boxes([6, 11, 18, 3], [36, 11, 18, 3], [6, 24, 18, 3], [36, 24, 18, 3]),
    accent: boxes([6, 5, 24, 4], [36, 5, 20, 4], [6, 18, 20, 4], [36, 18, 24, 4]),
  },
  divider: { line: 'M4 16.5h56' },
  'empty-state': { soft: words(14, 22, [36]), accent: 'M24 6h16v11h-16z' },
  field: { soft: box(6, 4, 20, 3), line: 'M6.5 11.5h51v14h-51z', accent: box(10, 17, 22, 3) },
  'file-list': {
    line: 'M6.5 4.5h6v8h-6zM6.5 19.5h6v8h-6z',
    soft: boxes([18, 10, 18, 2], [18, 25, 22, 2]),
    accent: boxes([18, 5, 34, 3], [18, 20, 28, 3]),
  },
  'filter-bar': { line: 'M3.5 9.5h18v13h-18zM24.5 9.5h18v13h-18z', accent: box(46, 9, 15, 14) },
  form: {
    soft: boxes([6, 3, 14, 2], [35, 3, 14, 2]),
    line: 'M6.5 7.5h23v8h-23zM35.5 7.5h23v8h-23z',
    accent: box(42, 21, 17, 8),
  },
  funnel: { accent: 'M8 4h48l-6 7h-36z', soft: 'M15 13h34l-6 7h-22zM22 22h20l-5 7h-10z' },
  gauge: {
    soft: 'M10 27a22 22 0 0 1 44 0h-7a15 15 0 0 0-30 0z',
    accent: 'M10 27a22 22 0 0 1 33-19l-3.5 6a15 15 0 0 0-22.5 13z',
  },
  grid: { line: 'M4.5 3.5h25v11h-25zM34.5 3.5h25v11h-25zM4.5 18.5h55v10h-55z' },
  'heat-map': {
    soft: cells(
      [3, 12, 21],
      [
        [5, 10],
        [16, 10],
        [27, 10],
        [38, 10],
        [49, 10],
      ],
      8,
    ),
    accent: boxes([16, 3, 10, 8], [27, 12, 10, 8], [38, 12, 10, 8], [49, 21, 10, 8]),
  },
  html: { line: 'M22 8l-9 8 9 8M42 8l9 8-9 8', accent: 'M35 6h3l-9 20h-3z' },
  icon: { accent: 'M32 4l3.7 8 8.8.9-6.6 5.9 1.9 8.7-7.8-4.5-7.8 4.5 1.9-8.7-6.6-5.9 8.8-.9z' },
  image: { line: 'M8.5 4.5h47v23h-47z', soft: 'M10 26l13-13 9 9 7-6 15 10z', accent: dot(45, 11, 3) },
  list: { soft: words(18, 5, [38, 30, 34], 10), accent: dots([9, 6, 3], [9, 16, 3], [9, 26, 3]) },
  markdown: { accent: box(6, 4, 26, 5), soft: words(6, 14, [52, 46, 30], 6) },
  menu: { line: 'M14.5 2.5h35v27h-35z', soft: words(19, 17, [26, 20], 7), accent: box(15, 7, 34, 7) },
  'menu-button': { line: 'M10.5 9.5h44v13h-44z', soft: box(16, 14, 24, 3), accent: 'M45 14h6l-3 4z' },
  pie: { soft: 'M32 16v-14a14 14 0 1 1-12.1 21z', accent: 'M32 16l-12.1 7a14 14 0 0 1 12.1-21z' },
  'pivot-table': {
    line: 'M4.5 3.5h55v25h-55z',
    accent: boxes([5, 4, 54, 5], [5, 9, 13, 19]),
    soft: cells(
      [13, 18, 23],
      [
        [23, 8],
        [36, 8],
        [49, 8],
      ],
    ),
  },
  progress: { soft: box(6, 13, 52, 6), accent: box(6, 13, 33, 6) },
  'progress-list': {
    soft: boxes([6, 7, 52, 3], [6, 17, 52, 3], [6, 27, 52, 3]),
    accent: boxes([6, 7, 44, 3], [6, 17, 30, 3], [6, 27, 18, 3]),
  },
  scatter: {
    line: 'M6.5 3v25.5h54',
    accent: dots([16, 22, 2.5], [24, 17, 2.5], [31, 19, 2.5], [38, 11, 2.5], [52, 7, 2.5]),
    soft: dots([45, 20, 2.5], [20, 10, 2.5]),
  },
  'search-box': {
    line: 'M6.5 8.5h51v15h-51z',
    soft: box(25, 15, 24, 3),
    accent: `${dot(15, 15, 4)}M17 18l4 4-1.5 1.5-4-4z`,
  },
  section: { accent: box(4, 4, 28, 4), line: 'M4 12.500h56', soft: words(4, 17, [52, 44], 7) },
  split: {
    line: 'M3.5 3.5h57v25h-57zM26.5 3.5v25',
    soft: `${words(8, 9, [13, 10], 7)}${words(32, 9, [22, 16], 7)}`,
  },
  stack: { soft: boxes([6, 3, 52, 7], [6, 22, 52, 7]), accent: box(6, 12, 52, 8) },
  stat: {
    soft: boxes([6, 4, 22, 3], [6, 25, 16, 3]),
    accent: box(6, 11, 30, 10),
    line: 'M42 22l5-5 4 3 7-9',
  },
  steps: {
    line: 'M12 13.5h40',
    accent: dots([12, 13, 5]),
    soft: `${dots([32, 13, 5], [52, 13, 5])}${boxes([6, 23, 12, 3], [26, 23, 12, 3], [46, 23, 12, 3])}`,
  },
  table: { accent: box(4, 3, 56, 5), soft: cells([12, 18, 24], column3), line: 'M4 29.5h56' },
  tabs: {
    accent: boxes([5, 4, 14, 3], [5, 9, 14, 2]),
    soft: `${boxes([25, 4, 12, 3], [43, 4, 12, 3])}${words(5, 17, [52, 40], 7)}`,
    line: 'M4 11.5h56',
  },
  'tag-list': { accent: boxes([5, 6, 16, 8], [5, 18, 22, 8]), soft: boxes([25, 6, 22, 8], [31, 18, 16, 8]) },
  text: { soft: words(6, 6, [52, 46, 50, 26], 6) },
  'tile-map': {
    soft: boxes([25, 2, 6, 6], [32, 2, 6, 6], [18, 9, 6, 6], [39, 9, 6, 6], [32, 16, 6, 6], [32, 23, 6, 6]),
    accent: boxes([25, 9, 6, 6], [32, 9, 6, 6], [39, 16, 6, 6], [25, 16, 6, 6]),
  },
  timeline: {
    line: 'M4 3v26M24 3v26M44 3v26',
    soft: boxes([14, 13, 24, 5]),
    accent: boxes([6, 5, 22, 5], [32, 21, 26, 5]),
  },
  tree: {
    line: 'M9.5 8v17h7M9.5 15.5h7',
    accent: box(6, 3, 26, 4),
    soft: boxes([20, 13, 26, 4], [20, 23, 20, 4]),
  },
  treemap: { accent: box(4, 3, 30, 26), soft: boxes([36, 3, 24, 14], [36, 19, 13, 10], [51, 19, 9, 10]) },
};
