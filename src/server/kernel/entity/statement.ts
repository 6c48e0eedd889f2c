import { CompiledQuery } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';

/** SQL text with numbered parameters. The text depends on the shape of a call alone, so the database prepares it once. */
export class Statement {
  readonly #parameters: unknown[];

  constructor(parameters: readonly unknown[] = []) {
    this.#parameters = [...parameters];
  }

  /** Adds a parameter and returns its place in the text. */
  value(value: unknown, type?: string): string {
    this.#parameters.push(value);
    return `$${this.#parameters.length}${type === undefined ? '' : `::${type}`}`;
  }

  get parameters(): readonly unknown[] {
    return this.#parameters;
  }

  async run<Row>(db: TenantTransaction, text: string): Promise<Row[]> {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...this.#parameters]));
    return rows;
  }
}
