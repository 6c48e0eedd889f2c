import type { RE2JS as RE2 } from 're2js';
import { limits } from './limits.ts';
import { currentWork } from './work.ts';

type Re2Class = typeof RE2;

/** Characters that one step reads, and instructions of a pattern that are followed side by side for the cost of one more. */
const charactersPerStep = 16;
const instructionsPerRead = 32;

/**
 * A text whose characters count as steps when the matcher reads them. One match is linear, but each search for a further
 * match may read the rest of the text.
 */
class CountedText extends String {
  readonly #cost: number;

  constructor(text: string, patternSize: number) {
    super(text);
    this.#cost = (1 + patternSize / instructionsPerRead) / charactersPerStep;
  }

  override charCodeAt(at: number): number {
    currentWork().spend(this.#cost);
    return super.charCodeAt(at);
  }

  override indexOf(part: string, from = 0): number {
    const found = super.indexOf(part, from);
    currentWork().spend(((found < 0 ? this.length : found) - from) / charactersPerStep ** 2);
    return found;
  }
}

/**
 * Creates a replacement for RegExp whose matching time grows linearly with the text (RE2). It throws for patterns
 * that RE2 lacks (look-around, back references) and for patterns over the length limit.
 */
export function linearRegExp(RE2JS: Re2Class): RegExpConstructor {
  class LinearRegExp {
    lastIndex = 0;
    readonly source: string;
    private readonly pattern: RE2;
    private readonly size: number;

    constructor(original: RegExp) {
      this.source = original.source;
      if (original.source.length > limits.patternLength) throw refused('The regular expression is too long');
      let flags = 0;
      if (original.flags.includes('i')) flags |= RE2JS.CASE_INSENSITIVE;
      if (original.flags.includes('m')) flags |= RE2JS.MULTILINE;
      try {
        this.pattern = RE2JS.compile(original.source, flags);
      } catch {
        throw refused('The regular expression cannot be matched in linear time');
      }
      this.size = this.pattern.programSize();
      // A pattern is compiled each time that its node is evaluated.
      currentWork().spend(this.size);
    }

    exec(text: string): RegExpExecArray | null {
      currentWork().spend(1);
      // RE2 takes the object for a text, whose methods it calls.
      const matcher = this.pattern.matcher(new CountedText(text, this.size) as unknown as string);
      if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
        this.lastIndex = 0;
        return null;
      }
      const groups = [matcher.group(0) ?? ''];
      for (let index = 1; index <= matcher.groupCount(); index += 1)
        groups.push(matcher.group(index) as string);
      this.lastIndex = matcher.end(0);
      return Object.assign(groups, { index: matcher.start(0), input: text }) as unknown as RegExpExecArray;
    }
  }
  return LinearRegExp as unknown as RegExpConstructor;
}

function refused(message: string): { code: string; message: string; position: number } {
  return { code: 'REGEX', message, position: 0 };
}
