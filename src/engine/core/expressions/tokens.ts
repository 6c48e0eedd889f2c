/** A token of JSONata's grammar, limited to the needs of the plain parser. */
export interface Token {
  kind: 'name' | 'variable' | 'string' | 'number' | 'operator' | 'end';
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
