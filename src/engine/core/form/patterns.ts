/** Longest pattern a schema may hold. */
const maxLength = 500;
/** Most repetitions a counted quantifier may ask for. */
const maxCount = 1000;
/** Most unbounded repetitions in one pattern: each may cost another factor of the text's length. */
const maxUnbounded = 6;

/**
 * Why a regular expression is not safe to run over what people type, or null when it is. Browsers run patterns with a
 * backtracking engine, so what can make that explode is refused: repetitions inside repetitions, alternatives inside
 * unbounded repetitions, back-references and look-around (the server's linear engine knows neither of the last two).
 */
export function patternDiagnostic(pattern: string): string | null {
  if (pattern.length > maxLength) return `longer than ${maxLength} characters`;
  try {
    return new RegExp(pattern, 'u').source === '' ? null : scan(pattern);
  } catch {
    return 'not a regular expression';
  }
}

interface Group {
  /** Holds a repetition of variable length, or alternatives. */
  variable: boolean;
  alternatives: boolean;
}

function scan(pattern: string): string | null {
  const groups: Group[] = [{ variable: false, alternatives: false }];
  let closed: Group | null = null;
  let unbounded = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    const quantifier = quantifierAt(pattern, at);
    if (quantifier !== null) {
      if (quantifier.max !== Infinity && quantifier.max > maxCount)
        return `repeats more than ${maxCount} times`;
      if (quantifier.max === Infinity) unbounded += 1;
      if (unbounded > maxUnbounded) return `more than ${maxUnbounded} unbounded repetitions`;
      const repeats = quantifier.max > 1;
      if (
        closed !== null &&
        repeats &&
        (closed.variable || (closed.alternatives && quantifier.max === Infinity))
      ) {
        return 'a repetition inside a repetition';
      }
      if (quantifier.min !== quantifier.max) groups.at(-1)!.variable = true;
      at += quantifier.length - 1;
      closed = null;
      continue;
    }
    closed = null;
    if (char === '\\') {
      if (/[1-9k]/.test(pattern[at + 1] ?? '')) return 'a back-reference';
      at += 1;
    } else if (char === '[') {
      at = classEnd(pattern, at);
    } else if (char === '(') {
      if (/^\(\?<?[=!]/.test(pattern.slice(at, at + 4))) return 'a look-around';
      groups.push({ variable: false, alternatives: false });
      at += /^\((\?:|\?<[^>]*>)?/.exec(pattern.slice(at))![0].length - 1;
    } else if (char === ')') {
      closed = groups.pop()!;
      const parent = groups.at(-1)!;
      parent.variable ||= closed.variable;
      parent.alternatives ||= closed.alternatives;
    } else if (char === '|') {
      groups.at(-1)!.alternatives = true;
    }
  }
  return null;
}

function quantifierAt(pattern: string, at: number): { min: number; max: number; length: number } | null {
  const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at));
  if (found === null || at === 0) return null;
  const [all, sign, min, comma, max] = found;
  if (sign === '*') return { min: 0, max: Infinity, length: all.length };
  if (sign === '+') return { min: 1, max: Infinity, length: all.length };
  if (sign === '?') return { min: 0, max: 1, length: all.length };
  const low = Number(min);
  const high = comma === undefined ? low : max === '' ? Infinity : Number(max);
  return { min: low, max: high, length: all.length };
}

function classEnd(pattern: string, at: number): number {
  let end = at + 1;
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
  return end;
}
