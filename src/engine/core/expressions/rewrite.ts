import { locateTokens, type LocatedToken } from './tokens.ts';

/** Replacements of a rewriting in an expression. Null keeps the text as it is. */
export interface Rewriting {
  /** Replaces a path that begins with `with`, as in with.user.name. */
  parameter(names: readonly string[]): Replacement | null;
  /** Renames a source. */
  source(id: string): string | null;
  /** Replaces a text literal such as '$title'. */
  text(text: string): string | null;
  /** Replaces the names behind `state`, as in state.filters.name; it may leave the last ones as they are. */
  state?(names: readonly string[]): StateNames | null;
}

/** New names in the place of the first ones of a path. */
export interface StateNames {
  names: readonly string[];
  /** Number of names that they replace. */
  of: number;
}

/** A value, or another expression, which reads the whole input wherever it stands. */
export interface Replacement {
  text: string;
  kind: 'value' | 'path' | 'expression';
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The names behind a root, as in with.user.name, and the index of the token after them. */
function pathBehind(tokens: readonly LocatedToken[], at: number): { names: string[]; next: number } {
  const names: string[] = [];
  let next = at + 1;
  while (
    tokens[next]?.text === '.' &&
    tokens[next]?.kind === 'operator' &&
    tokens[next + 1]?.kind === 'name'
  ) {
    // A name before a parenthesis is a function, not a field.
    if (tokens[next + 2]?.text === '(' && tokens[next + 2]?.kind === 'operator') break;
    names.push(tokens[next + 1]!.text);
    next += 2;
  }
  return { names, next };
}

/** For each token whether the names there are looked up in another value than the whole input. */
function nestedTokens(tokens: readonly LocatedToken[]): boolean[] {
  const open: boolean[] = [];
  return tokens.map((token, index) => {
    const around = open.at(-1) ?? false;
    if (token.kind !== 'operator') return around;
    const before = tokens[index - 1];
    const maps = before?.kind === 'operator' && (before.text === '.' || before.text === '^');
    if (token.text === '(') open.push(around || maps);
    else if (token.text === '[' || token.text === '{') open.push(around || maps || !token.atOperand);
    else if (')]}'.includes(token.text)) open.pop();
    return around;
  });
}

const isDot = (token: LocatedToken | undefined): boolean => token?.kind === 'operator' && token.text === '.';
/** `$$`, the whole input. */
const isWhole = (token: LocatedToken | undefined): boolean =>
  token?.kind === 'variable' && token.text === '$';

interface Prepared {
  tokens: readonly LocatedToken[];
  nested: readonly boolean[];
}

/** A fragment is used many times, and its expressions are the same each time; the oldest entry is evicted. */
const cache = new Map<string, Prepared | null>();
const cacheSize = 1_000;

function prepare(source: string): Prepared | null {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const tokens = locateTokens(source);
  const prepared = tokens && { tokens, nested: nestedTokens(tokens) };
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
  cache.set(source, prepared);
  return prepared;
}

/**
 * Rewrites the references of an expression token by token, so that strings, regular expressions and other names stay as
 * they are. A text that is no expression is returned unchanged; its validation reports it.
 */
export function rewriteExpression(source: string, rewriting: Rewriting): string {
  const prepared = prepare(source);
  if (!prepared) return source;
  const { tokens, nested } = prepared;
  const edits: Edit[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'string' && String(token.value).startsWith('$')) {
      const text = rewriting.text(String(token.value));
      if (text !== null) edits.push({ start: token.position, end: token.end, text: JSON.stringify(text) });
    }
    if (token.kind !== 'name' || token.quoted || !token.atOperand) continue;
    const isStep = isDot(tokens[index - 1]);
    const fromWhole = isStep && isWhole(tokens[index - 2]);
    if (isStep && !fromWhole) continue;
    const { names, next } = pathBehind(tokens, index);
    if (names.length === 0) continue;
    if (token.text === 'data') {
      const renamed = rewriting.source(names[0]!);
      const named = tokens[index + 2]!;
      if (renamed !== null) edits.push({ start: named.position, end: named.end, text: renamed });
    } else if (token.text === 'state') {
      const renamed = rewriting.state?.(names);
      if (!renamed) continue;
      const [first, last] = [tokens[index + 2]!, tokens[index + 2 * renamed.of]!];
      edits.push({ start: first.position, end: last.end, text: renamed.names.join('.') });
    } else if (token.text === 'with') {
      const replaced = rewriting.parameter(names);
      if (replaced === null) continue;
      const start = fromWhole ? tokens[index - 2]!.position : token.position;
      const text = replacementText(replaced, fromWhole || nested[index]!);
      edits.push({ start, end: tokens[next - 1]!.end, text });
    }
  }
  return edits.reduceRight(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    source,
  );
}

/** Gives a state path another name in an expression. Both paths begin with `state`. */
export const renameStatePath = (source: string, from: readonly string[], to: readonly string[]): string =>
  rewriteExpression(source, {
    parameter: () => null,
    source: () => null,
    text: () => null,
    state: (names) =>
      from.slice(1).every((name, at) => name === names[at])
        ? { names: to.slice(1), of: from.length - 1 }
        : null,
  });

function replacementText({ text, kind }: Replacement, isNested: boolean): string {
  if (kind === 'value') return text;
  const grouped = kind === 'path' ? text : `(${text})`;
  return isNested ? `$$.${grouped}` : grouped;
}
