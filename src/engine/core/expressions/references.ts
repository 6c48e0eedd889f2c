import { locateTokens } from './tokens.ts';

/** Names that every expression can read. */
export const globalRoots = ['params', 'state', 'data', 'user', 'tenant', 'can', 'lang', 'now'] as const;

/**
 * Names available only in some contexts: row inside rows and `each`, event inside steps, form inside a form, args inside a
 * dialog.
 */
export const localRoots = ['form', 'row', 'event', 'args'] as const;

export const allRoots: readonly string[] = [...globalRoots, ...localRoots];

/** A name that only some contexts see: one of `localRoots`, or one that a slot or `repeat` gives. */
export type LocalRoot = string;

// Follows JSONata's tokenizer: a name extends to the next space or operator, whatever letters and quotes it
// contains.
const namePattern = /[^\s.[\]{}(),@#;:?+\-*/%|=<>^&!~"'`$0-9][^ \t\n\r\v.[\]{}(),@#;:?+\-*/%|=<>^&!~]*/y;
const spaceOrDot = /\s*\.\s*/y;

/** Offset behind the string literal that starts here. */
function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
  }
  return source.length;
}

function readName(source: string, at: number): string | null {
  if (source[at] === '`') {
    const end = source.indexOf('`', at + 1);
    return end < 0 ? null : source.slice(at, end + 1);
  }
  namePattern.lastIndex = at;
  return namePattern.exec(source)?.[0] ?? null;
}

const unquoted = (text: string): string => (text.startsWith('`') ? text.slice(1, -1) : text);

/** Reads a root and the plain names behind it, as in state.filters.name. */
function pathFrom(source: string, start: number): { path: string[]; end: number } {
  const first = readName(source, start)!;
  const path = [unquoted(first)];
  let end = start + first.length;
  for (;;) {
    spaceOrDot.lastIndex = end;
    const dot = spaceOrDot.exec(source);
    if (!dot) return { path, end };
    const next = readName(source, end + dot[0].length);
    if (next === null) return { path, end };
    const after = end + dot[0].length + next.length;
    // A name before a parenthesis is a function, not a field.
    if (/^\s*\(/.test(source.slice(after, after + 20))) return { path, end };
    path.push(unquoted(next));
    end = after;
  }
}

/** The regular expressions of a source: offsets behind them by those where they begin. */
function regularExpressions(source: string): ReadonlyMap<number, number> {
  const tokens = source.includes('/') ? locateTokens(source) : null;
  return new Map(
    tokens?.flatMap(({ kind, position, end }) => (kind === 'regex' ? [[position, end] as const] : [])),
  );
}

/**
 * Finds the references of an expression outside the plain subset without loading JSONata: every occurrence of a
 * root with the plain path behind it. The result is a superset: a path bound to a variable or filtered counts
 * whole, and an expression that reads the whole input ($, $$, a wildcard) depends on every root.
 * @param names further roots, which a slot or `repeat` gives.
 */
export function scanReferences(source: string, names: readonly LocalRoot[] = []): string[][] {
  const roots = [...allRoots, ...names];
  const found = new Map<string, string[]>();
  const add = (path: string[]): void => void found.set(path.join('\u0000'), path);
  const regexes = regularExpressions(source);
  let at = 0;
  let everything = false;
  while (at < source.length) {
    const character = source[at]!;
    const regexEnd = regexes.get(at);
    if (regexEnd !== undefined) {
      at = regexEnd;
    } else if (character === '"' || character === "'") {
      const end = endOfString(source, at);
      // A string literal may name a field: "state".page, $lookup($$, "state").
      const inside = source.slice(at + 1, end - 1);
      if (roots.includes(inside)) add([inside]);
      at = end;
    } else if (character === '$') {
      namePattern.lastIndex = at + 1;
      const name = namePattern.exec(source)?.[0];
      // $ and $$ may be any value; $$.state is found as a root below.
      if (name === undefined && !/^\$+\s*\.\s*[A-Za-z_`]/.test(source.slice(at, at + 60))) everything = true;
      at += name === undefined ? (source[at + 1] === '$' ? 2 : 1) : name.length + 1;
    } else if (character === '*' && isWildcard(source, at)) {
      everything = true;
      at += 1;
    } else {
      const name = readName(source, at);
      if (name === null) at += 1;
      else if (roots.includes(unquoted(name))) {
        const { path, end } = pathFrom(source, at);
        add(path);
        at = end;
      } else at += name.length;
    }
  }
  const named = withoutCovered([...found.values()]);
  // Sources depend on each other by the paths that it names.
  return everything ? [...roots.map((root) => [root]), ...named.filter(({ length }) => length > 1)] : named;
}

/** Whether a star is a wildcard: it has no left operand that it could multiply. */
function isWildcard(source: string, at: number): boolean {
  const before = source.slice(0, at).trimEnd();
  return before === '' || /[([{,;:?=<>&+\-*/%|]$|\b(and|or|in)$/.test(before);
}

/** Removes paths that a shorter path covers. */
function withoutCovered(paths: string[][]): string[][] {
  return paths.filter(
    (path) =>
      !paths.some(
        (other) => other.length < path.length && other.every((name, index) => name === path[index]),
      ),
  );
}
