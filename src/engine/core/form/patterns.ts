import type { RE2JS as RE2 } from 're2js';

/** Limits of a pattern, which bound the work per character of a text. */
const limits = {
  characters: 1000,
  /** Product of nested counted quantifiers; RE2 accepts no more. */
  repetitions: 1000,
  /** Characters, classes and assertions after expanding all counted quantifiers. */
  states: 10_000,
  groupDepth: 50,
  /** Most attempts per character of a backtracking engine for patterns that RegExp matches. */
  nativeAttempts: 2000,
} as const;

type Range = readonly [first: number, last: number];

/** JavaScript's white space, which is more than RE2's. */
const whiteSpace: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const lineEnds: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const lastCharacter = 0x10ffff;
const controlEscapes: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };
/** General categories by their long names, which JavaScript accepts and RE2 does not. */
const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Space_Separator: 'Zs',
};

/** A subpattern in RE2's syntax, with its cost. */
interface Part {
  re2: string;
  states: number;
  /** Number of ways a backtracking engine can match it at one position, unbounded repetitions excluded. */
  ways: number;
  /** Number of unbounded repetitions; Infinity when one repeats a subpattern with several ways. */
  unbounded: number;
  /** Product of the counted quantifiers inside. */
  repetitions: number;
}

/** Plan to match a pattern: RE2 finds every pattern of `match` and none of `reject`. */
interface PatternPlan {
  match: readonly string[];
  reject: readonly string[];
  /** Whether RegExp matches it in linear time too, so RE2 need not be loaded. */
  isNative: boolean;
}

class PatternError extends Error {}

const empty: Part = { re2: '', states: 0, ways: 1, unbounded: 0, repetitions: 1 };
const single = (re2: string): Part => ({ ...empty, re2, states: 1 });

/** Parses a pattern that RegExp accepts with the `u` flag. */
class PatternReader {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Look-ahead is supported only as a condition on the whole text, directly behind the leading `^`. */
  plan(): PatternPlan {
    const match: string[] = [];
    const reject: string[] = [];
    const isAnchored = this.take('^');
    while (/^\(\?[=!]/.test(this.rest(3))) {
      if (!isAnchored) throw new PatternError('a look-around');
      const list = this.rest(3).endsWith('=') ? match : reject;
      this.at += 3;
      list.push(`\\A(?:${this.alternatives(1).re2})`);
      this.expect(')');
    }
    const body = this.alternatives(0, isAnchored);
    if (isAnchored && body.hasAlternatives && match.length + reject.length > 0)
      throw new PatternError('a look-around');
    const attempts = body.ways * body.states;
    const allowed = isAnchored && !body.hasAlternatives ? 1 : 0;
    return {
      match: [...match, body.re2],
      reject,
      isNative:
        match.length + reject.length === 0 && body.unbounded <= allowed && attempts <= limits.nativeAttempts,
    };
  }

  private rest(length: number): string {
    return this.source.slice(this.at, this.at + length);
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new PatternError('not a regular expression');
  }

  private alternatives(depth: number, isAnchored = false): Part & { hasAlternatives: boolean } {
    if (depth > limits.groupDepth)
      throw new PatternError(`more than ${limits.groupDepth} groups inside each other`);
    const parts = [this.sequence(depth)];
    if (isAnchored) parts[0] = { ...parts[0]!, re2: `\\A${parts[0]!.re2}` };
    while (this.take('|')) parts.push(this.sequence(depth));
    const sum = (key: 'states' | 'ways' | 'unbounded') => parts.reduce((all, part) => all + part[key], 0);
    return {
      re2: parts.map(({ re2 }) => re2).join('|'),
      states: sum('states'),
      ways: sum('ways'),
      unbounded: sum('unbounded'),
      repetitions: Math.max(...parts.map(({ repetitions }) => repetitions)),
      hasAlternatives: parts.length > 1,
    };
  }

  private sequence(depth: number): Part {
    let all = empty;
    while (this.at < this.source.length && !'|)'.includes(this.rest(1))) {
      const part = this.quantified(this.atom(depth));
      all = {
        re2: all.re2 + part.re2,
        states: all.states + part.states,
        ways: all.ways * part.ways,
        unbounded: all.unbounded + part.unbounded,
        repetitions: Math.max(all.repetitions, part.repetitions),
      };
      if (all.states > limits.states) throw new PatternError(`more than ${limits.states} states`);
    }
    return all;
  }

  private quantified(atom: Part): Part {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})/.exec(this.source.slice(this.at, this.at + 40));
    if (found === null) return atom;
    const [text, sign, low, comma, high] = found;
    this.at += text.length;
    // Laziness does not affect whether a pattern matches.
    this.take('?');
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    const max =
      sign === undefined
        ? comma === ''
          ? min
          : high === ''
            ? Infinity
            : Number(high)
        : sign === '?'
          ? 1
          : Infinity;
    const count = max === Infinity ? Math.max(min, 1) : max;
    const repetitions = atom.repetitions * Math.max(count, 1);
    if (repetitions > limits.repetitions)
      throw new PatternError(`repeats more than ${limits.repetitions} times`);
    const isSimple = atom.ways === 1 && atom.unbounded === 0;
    return {
      re2: `(?:${atom.re2})${text}`,
      states: atom.states * (max === Infinity ? count + 1 : count),
      ways: max === Infinity ? atom.ways : atom.ways ** count * (max - min + 1),
      unbounded:
        max === Infinity
          ? isSimple
            ? 1
            : Infinity
          : count > 1 && atom.unbounded > 0
            ? Infinity
            : atom.unbounded,
      repetitions,
    };
  }

  private atom(depth: number): Part {
    const char = String.fromCodePoint(this.source.codePointAt(this.at)!);
    this.at += char.length;
    switch (char) {
      case '^':
        return single('\\A');
      case '$':
        return single('\\z');
      case '.':
        return single(`[^${classText(lineEnds)}]`);
      case '(':
        return this.group(depth);
      case '[':
        return single(this.characterClass());
      case '\\':
        if (this.take('b')) return single('\\b');
        if (this.take('B')) return single('\\B');
        if (/^[1-9k]/.test(this.rest(1))) throw new PatternError('a back-reference');
        return single(`[${this.escape()}]`);
      default:
        return single(characterText(char.codePointAt(0)!));
    }
  }

  private group(depth: number): Part {
    if (/^\?<?[=!]/.test(this.rest(3))) throw new PatternError('a look-around');
    if (!this.take('?:')) {
      const name = /^\?<[^>]*>/.exec(this.source.slice(this.at));
      if (name !== null) this.at += name[0].length;
    }
    const { hasAlternatives: _, ...inner } = this.alternatives(depth + 1);
    this.expect(')');
    return { ...inner, re2: `(?:${inner.re2})` };
  }

  private characterClass(): string {
    const isNegated = this.take('^');
    let inner = '';
    while (!this.take(']')) {
      const first = this.classMember();
      const isRange = this.rest(1) === '-' && this.rest(2) !== '-]';
      if (!isRange) inner += first;
      else {
        this.at += 1;
        inner += `${first}-${this.classMember()}`;
      }
    }
    if (inner === '')
      return isNegated ? `[${classText([[0, lastCharacter]])}]` : `[^${classText([[0, lastCharacter]])}]`;
    return `[${isNegated ? '^' : ''}${inner}]`;
  }

  private classMember(): string {
    if (this.at >= this.source.length) throw new PatternError('not a regular expression');
    if (this.take('\\')) return this.take('b') ? characterText(8) : this.escape();
    const code = this.source.codePointAt(this.at)!;
    this.at += code > 0xffff ? 2 : 1;
    return characterText(code);
  }

  /** The character set behind a backslash, as in a character class. */
  private escape(): string {
    const char = this.rest(1);
    this.at += 1;
    if ('dDwW'.includes(char)) return `\\${char}`;
    if (char === 's') return classText(whiteSpace);
    if (char === 'S') return classText(complementOf(whiteSpace));
    if (char === 'p' || char === 'P') return this.property(char);
    if (char === 'c') return characterText(this.source.charCodeAt(this.at++) % 32);
    if (char === 'x') return characterText(this.hex(2));
    if (char === 'u') return characterText(this.unicodeEscape());
    return characterText(controlEscapes[char] ?? char.codePointAt(0)!);
  }

  private hex(length: number): number {
    const digits = this.rest(length);
    this.at += length;
    return Number.parseInt(digits, 16);
  }

  private unicodeEscape(): number {
    if (this.take('{')) {
      const end = this.source.indexOf('}', this.at);
      const code = this.hex(end - this.at);
      this.at += 1;
      return code;
    }
    const first = this.hex(4);
    const isPair = first >= 0xd800 && first < 0xdc00 && /^\\u[dD][c-fC-F]/.test(this.rest(4));
    if (!isPair) return first;
    this.at += 2;
    return 0x10000 + (first - 0xd800) * 0x400 + (this.hex(4) - 0xdc00);
  }

  private property(sign: string): string {
    const name = /^\{(?:(?:General_Category|gc)=)?(?:(Script|sc)=)?([A-Za-z_]+)\}/.exec(
      this.source.slice(this.at),
    );
    const known =
      name === null ? undefined : name[1] !== undefined ? name[2] : (categories[name[2]!] ?? name[2]);
    if (known === undefined || (name![1] === undefined && !/^(?:[LMNPSZ][a-z]?|C[cfo])$/.test(known)))
      throw new PatternError('a Unicode property that cannot be matched');
    this.at += name![0].length;
    return `\\${sign}{${known}}`;
  }
}

function characterText(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) throw new PatternError('half of a surrogate pair');
  return `\\x{${code.toString(16)}}`;
}

function classText(ranges: readonly Range[]): string {
  return ranges.map(([first, last]) => `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`).join('');
}

function complementOf(ranges: readonly Range[]): Range[] {
  const starts = [0, ...ranges.map(([, last]) => last + 1)];
  const ends = [...ranges.map(([first]) => first - 1), lastCharacter];
  return starts.map((first, at): Range => [first, ends[at]!]);
}

function planOf(pattern: string): PatternPlan {
  if (pattern.length > limits.characters)
    throw new PatternError(`longer than ${limits.characters} characters`);
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new PatternError('not a regular expression');
  }
  return new PatternReader(pattern).plan();
}

/** The plan to match a pattern in linear time, or the reason why there is none. */
export function readPattern(pattern: string): PatternPlan | { reason: string } {
  try {
    return planOf(pattern);
  } catch (error) {
    if (error instanceof PatternError) return { reason: error.message };
    throw error;
  }
}

let engine: typeof RE2 | undefined;
let loading: Promise<void> | undefined;

/** Loads RE2 for patterns that RegExp may not match in linear time. The next call retries a failed load. */
export function loadPatternEngine(): Promise<void> {
  loading ??= import('re2js').then(({ RE2JS }) => void (engine = RE2JS));
  loading.catch(() => (loading = undefined));
  return loading;
}

export function isPatternEngineLoaded(): boolean {
  return engine !== undefined;
}

/**
 * Compiles a pattern to a predicate that runs in linear time and agrees with `new RegExp(pattern, 'u')`.
 * @throws for a pattern that `readPattern` rejects, and for one that needs the engine before `loadPatternEngine`
 * has completed.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const { match, reject, isNative } = planOf(pattern);
  if (isNative) {
    const native = new RegExp(pattern, 'u');
    return (text) => native.test(text);
  }
  if (engine === undefined) throw new Error('The pattern engine is not loaded');
  const compile = engine.compile.bind(engine);
  const [all, none] = [match, reject].map((sources) => sources.map((source) => compile(source)));
  const finds = (text: string) => (one: ReturnType<typeof compile>) => one.matcher(text).find();
  return (text) => all!.every(finds(text)) && !none!.some(finds(text));
}
