/** Keys whose state is kept; that of the key that has called least recently is dropped first. */
const MAX_KEYS = 20_000;

/**
 * How much each key may use within a window of time: all of it at once, and what was used comes back evenly. Time is
 * monotonic, so a clock that is set neither locks anybody out nor lets anybody in. Memory is bounded.
 */
export class Budget {
  readonly #windowMs: number;
  readonly #msPerUnit: number;
  /** When each key's budget is whole again. The key that has used its budget last is the last one. */
  readonly #wholeAt = new Map<string, number>();

  /** @param units what a key may use within the window; 0: no limit */
  constructor(units: number, windowMs: number) {
    this.#windowMs = windowMs;
    this.#msPerUnit = units === 0 ? 0 : windowMs / units;
  }

  /** Returns the milliseconds until a key may use some units; 0 when it may use them now. More than all count as all. */
  wait(key: string, now: number, units = 1): number {
    const whole = Math.max(this.#wholeAt.get(key) ?? now, now);
    const used = Math.min(units * this.#msPerUnit, this.#windowMs);
    // Sums of fractions differ from the window by their last digits.
    const missing = whole + used - now - this.#windowMs;
    return missing > 1e-6 * this.#windowMs ? missing : 0;
  }

  use(key: string, now: number, units = 1): void {
    if (this.#msPerUnit === 0) return;
    const whole = Math.max(this.#wholeAt.get(key) ?? now, now);
    this.#wholeAt.delete(key);
    if (this.#wholeAt.size >= MAX_KEYS) this.#dropOldest();
    this.#wholeAt.set(key, whole + Math.min(units * this.#msPerUnit, this.#windowMs));
  }

  /** Number of keys whose state is kept. */
  get size(): number {
    return this.#wholeAt.size;
  }

  #dropOldest(): void {
    for (const oldest of this.#wholeAt.keys()) {
      this.#wholeAt.delete(oldest);
      return;
    }
  }
}
