/** A token of JSONata's grammar, limited to the needs of the plain parser. */
export interface Token {
  kind: 'name' | 'variable' | 'string' | 'number' | 'regex' | 'operator' | 'end';
  text: string;
  /** Value of a string or number. */
  value?: string | number;
  /** Whether a name is written in backticks. */
  quoted?: boolean;
  position: number;
}

const space = ' \t\n\r\v';
const doubleOperators = new Set(['..', ':=', '!=', '>=', '<=', '**', '~>', '?:', '??']);
const operatorCharacters = new Set('.[]{}(),@#;:?+-*/%|=<>^&!~');
const numberPattern = /(0|([1-9][0-9]*))(\.[0-9]+)?([Ee][-+]?[0-9]+)?/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

interface Scanned {
  token: Token;
  next: number;
}

function readString(source: string, start: number): Scanned | null {
  const quote = source[start];
  let value = '';
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at]!;
    if (character === quote) {
      return {
        token: { kind: 'string', text: source.slice(start, at + 1), value, position: start },
        next: at + 1,
      };
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = source[at];
    if (escaped === 'u') {
      const digits = source.slice(at + 1, at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) return null;
      value += String.fromCharCode(Number.parseInt(digits, 16));
      at += 4;
    } else if (escaped !== undefined && Object.hasOwn(escapes, escaped)) {
      value += escapes[escaped];
    } else {
      return null;
    }
  }
  return null;
}

function skipSpace(source: string, start: number): number | null {
  let at = start;
  for (;;) {
    while (at < source.length && space.includes(source[at]!)) at += 1;
    if (source[at] !== '/' || source[at + 1] !== '*') return at;
    const end = source.indexOf('*/', at + 2);
    if (end < 0) return null;
    at = end + 2;
  }
}

function readWord(source: string, start: number): Scanned {
  let end = start;
  while (end < source.length && !space.includes(source[end]!) && !operatorCharacters.has(source[end]!))
    end += 1;
  const text = source.slice(start, end);
  const kind = text.startsWith('$') ? 'variable' : 'name';
  return { token: { kind, text: kind === 'variable' ? text.slice(1) : text, position: start }, next: end };
}

/** Reads one token, or null where JSONata itself rejects the text. */
function readToken(source: string, from: number): Scanned | null {
  const start = skipSpace(source, from);
  if (start === null) return null;
  if (start >= source.length) return { token: { kind: 'end', text: '', position: start }, next: start };
  const two = source.slice(start, start + 2);
  if (doubleOperators.has(two)) {
    return { token: { kind: 'operator', text: two, position: start }, next: start + 2 };
  }
  const character = source[start]!;
  if (operatorCharacters.has(character)) {
    return { token: { kind: 'operator', text: character, position: start }, next: start + 1 };
  }
  if (character === '"' || character === "'") return readString(source, start);
  numberPattern.lastIndex = start;
  const number = numberPattern.exec(source);
  if (number) {
    const value = Number.parseFloat(number[0]);
    if (!Number.isFinite(value)) return null;
    return {
      token: { kind: 'number', text: number[0], value, position: start },
      next: start + number[0].length,
    };
  }
  if (character === '`') {
    const end = source.indexOf('`', start + 1);
    if (end < 0) return null;
    const text = source.slice(start + 1, end);
    return { token: { kind: 'name', text, quoted: true, position: start }, next: end + 1 };
  }
  return readWord(source, start);
}

/** Splits a text into tokens and an `end` token; null if it cannot. Regular expressions are unsupported. */
export function tokenize(source: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    const scanned = readToken(source, at);
    if (!scanned) return null;
    tokens.push(scanned.token);
    if (scanned.token.kind === 'end') return tokens;
    at = scanned.next;
  }
}

/** A token with the offset behind it. */
export interface LocatedToken extends Token {
  end: number;
  /** Whether an operand may begin here: `/` begins a regular expression, `[` and `{` construct a list or an object. */
  atOperand: boolean;
}

/** Offset behind the regular expression that begins here, by JSONata's rule: a slash outside of brackets ends it. */
function endOfRegex(source: string, start: number): number | null {
  let depth = 0;
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source[at]!;
    if (character === '\\') at += 1;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === '/' && depth === 0) return at + 1 + /^[im]*/.exec(source.slice(at + 1))![0].length;
  }
  return null;
}

const operandWords = new Set(['and', 'or', 'in']);

/** Whether an operand may follow this token. */
function expectsOperand({ kind, text, quoted, atOperand }: LocatedToken): boolean {
  if (kind === 'name') return !quoted && !atOperand && operandWords.has(text);
  if (kind !== 'operator') return false;
  // A star or a percent sign where an operand may begin is a wildcard or the parent.
  return !(')]}'.includes(text) || (atOperand && (text === '*' || text === '**' || text === '%')));
}

/** Splits any expression into its tokens, without the end, regular expressions included; null if it cannot. */
export function locateTokens(source: string): LocatedToken[] | null {
  const tokens: LocatedToken[] = [];
  for (let at = 0; ;) {
    const scanned = readToken(source, at);
    if (!scanned) return null;
    const { token, next } = scanned;
    if (token.kind === 'end') return tokens;
    const last = tokens.at(-1);
    const atOperand = last === undefined || expectsOperand(last);
    const isRegex = token.text === '/' && token.kind === 'operator' && atOperand;
    const end = isRegex ? endOfRegex(source, token.position) : next;
    if (end === null) return null;
    tokens.push({ ...token, kind: isRegex ? 'regex' : token.kind, end, atOperand });
    at = end;
  }
}
