import { fileLimits, FileRefusal, inMb } from './limits.ts';

/** The texts that the cells of a workbook name by number, as bytes outside of the heap: a string each would take three times as much. */
export class SharedTexts {
  #bytes = Buffer.alloc(64 * 1024);
  /** Where each text ends. */
  #ends = new Uint32Array(4096);
  #count = 0;

  /** @throws FileRefusal */
  add(text: string): void {
    const from = this.#end(this.#count - 1);
    const needed = from + Buffer.byteLength(text);
    // The place of a text counts too: there may be millions of empty ones.
    if (needed + this.#count * 4 > fileLimits.textBytes)
      throw new FileRefusal('limit.texts', { limit: inMb(fileLimits.textBytes) });
    if (needed > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, from);
      this.#bytes = grown;
    }
    if (this.#count === this.#ends.length) {
      const grown = new Uint32Array(this.#ends.length * 2);
      grown.set(this.#ends);
      this.#ends = grown;
    }
    this.#bytes.write(text, from);
    this.#ends[this.#count] = needed;
    this.#count += 1;
  }

  /** @throws FileRefusal for a number that no text has */
  get(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) throw new FileRefusal('xlsx');
    return this.#bytes.toString('utf8', this.#end(index - 1), this.#end(index));
  }

  #end(index: number): number {
    return index < 0 ? 0 : this.#ends[index]!;
  }
}
