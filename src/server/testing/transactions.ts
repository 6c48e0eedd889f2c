import pg from 'pg';
import { vi } from 'vitest';

/** The statements of each transaction that work runs, without those that begin and end it. */
export async function transactionsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const open = new Map<unknown, string[]>();
    const all: string[][] = [];
    sent.mock.calls.forEach((call, at) => {
      const query: unknown = call[0];
      const text = (typeof query === 'string' ? query : String((query as { text?: string }).text)).trim();
      const client: unknown = sent.mock.contexts[at];
      if (text.startsWith('begin')) {
        const statements: string[] = [];
        open.set(client, statements);
        all.push(statements);
      } else if (text === 'commit' || text === 'rollback') open.delete(client);
      else open.get(client)?.push(text);
    });
    return all;
  } finally {
    sent.mockRestore();
  }
}

/** The largest number of statements of one transaction. */
export const longestOf = (transactions: readonly string[][]): number =>
  Math.max(0, ...transactions.map((statements) => statements.length));
