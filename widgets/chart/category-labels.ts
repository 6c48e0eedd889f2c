/** How the names of categories fit below an axis. */
export interface CategoryLabels {
  /** Every name is shown: the library leaves none out. */
  all: boolean;
  /** Degrees of slanted names; 0 for level ones. */
  rotate: number;
  /** The lines of a name. */
  text(name: string): string;
}

type Measure = (text: string) => number;

/** Pixels between two names. */
const gap = 8;
/** Pixels of a category from which its name stands in two level lines. */
const levelFrom = 56;
/** Pixels of a category from which its name is slanted: the height of a line. */
const slantedFrom = 18;
/** Pixels of a slanted name, and of one among names of which some are left out. */
const longest = 104;
const lines = 2;

/** A name in at most `room` pixels, with an ellipsis for what is cut off. */
function cut(name: string, room: number, measure: Measure): string {
  if (measure(name) <= room) return name;
  const letters = [...name];
  while (letters.length > 1 && measure(`${letters.join('').trimEnd()}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A name in at most two lines, broken between words. */
function wrap(name: string, room: number, measure: Measure): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const done: string[] = [];
  let line = '';
  words.forEach((word, index) => {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measure(longer) <= room) line = longer;
    else if (done.length < lines - 1) {
      done.push(line);
      line = word;
    } else line = index > 0 ? longer : word;
  });
  return [...done, line].map((one) => cut(one, room, measure)).join('\n');
}

/**
 * Chooses how names stand below an axis of this width: level in one line or two, slanted, or with some left out where there are
 * too many. A long name is cut, so that it takes no room from the plot.
 */
export function categoryLabels(names: readonly string[], width: number, measure: Measure): CategoryLabels {
  const each = width / Math.max(1, names.length);
  const room = each - gap;
  if (each < slantedFrom) return { all: false, rotate: 0, text: (name) => cut(name, longest, measure) };
  if (names.every((name) => measure(name) <= room)) return { all: true, rotate: 0, text: (name) => name };
  // Cut to a narrow line, names that begin alike would be the same.
  const fits = (name: string) => !wrap(name, room, measure).includes('…');
  if (each >= levelFrom && (room >= longest || names.every(fits)))
    return { all: true, rotate: 0, text: (name) => wrap(name, room, measure) };
  return { all: true, rotate: 40, text: (name) => cut(name, longest, measure) };
}
