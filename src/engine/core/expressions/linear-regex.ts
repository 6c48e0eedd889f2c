import type { RE2JS as RE2 } from 're2js';
import { limits } from './limits.ts';

type Re2Class = typeof RE2;

/**
 * Creates a replacement for RegExp whose matching time grows linearly with the text (RE2). It throws for patterns
 * that RE2 lacks (look-around, back references) and for patterns over the length limit.
 */
export function linearRegExp(RE2JS: Re2Class): RegExpConstructor {
  class LinearRegExp {
    lastIndex = 0;
    readonly source: string;
    private readonly pattern: RE2;

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
    }

    exec(text: string): RegExpExecArray | null {
      const matcher = this.pattern.matcher(text);
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
