import { Cron } from 'croner';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { enqueue, type JobSpec } from '../kernel/job.ts';

interface Entry {
  spec: JobSpec;
  cron: Cron;
  /** The times between which nothing is due, in milliseconds since 1970: that of the last run, and that of the next one. */
  last: number;
  next: number;
}

/**
 * Begins scheduled jobs once per cluster: the process that stores a time first adds its job, in the same transaction. The
 * latest time that passed while no process ran is made up for. A clock that was ahead and is set back begins no time twice, and
 * holds up none.
 */
export class Schedule {
  readonly #owner: Kysely<Tables>;
  readonly #entries: Entry[];

  constructor(owner: Kysely<Tables>, specs: readonly JobSpec[]) {
    this.#owner = owner;
    this.#entries = specs.flatMap((spec) =>
      spec.schedule === undefined
        ? []
        : [{ spec, cron: new Cron(spec.schedule, { timezone: 'UTC', paused: true }), last: 0, next: 0 }],
    );
  }

  /** Adds the jobs that are due. */
  async run(now = new Date()): Promise<void> {
    for (const entry of this.#entries) {
      if (entry.last <= now.getTime() && now.getTime() < entry.next) continue;
      const { spec, cron } = entry;
      // The runs before a time leave out the time itself.
      const [slot] = cron.previousRuns(1, new Date(now.getTime() + 1));
      if (slot) await this.#take(spec, slot);
      entry.last = slot?.getTime() ?? 0;
      entry.next = cron.nextRun(slot ?? now)?.getTime() ?? Infinity;
    }
  }

  async #take({ kind, maxAttempts }: JobSpec, slot: Date): Promise<void> {
    await this.#owner.transaction().execute(async (db) => {
      const { rows } = await sql`
        insert into cron_slot (name, slot) values (${kind}, ${slot.toISOString()}::timestamptz)
        on conflict do nothing returning name`.execute(db);
      if (rows.length > 0)
        await enqueue(db, 0, { kind, payload: {}, key: kind, ...(maxAttempts && { maxAttempts }) });
    });
  }
}
