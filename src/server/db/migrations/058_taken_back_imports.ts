import { sql, type Kysely } from 'kysely';
import { tenantPolicy } from './policy.ts';

/**
 * Rows that an import of "all rows or none" has written so far: by it the import is taken back when a later part fails. Of a record
 * that it changed `before` has the values that it wrote over; of one that it created there is none. `version` is the one that
 * the import left: whoever changed the record since keeps their change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer_row (
      tenant_id int not null references tenant (id),
      transfer_id bigint not null,
      row int not null,
      record_id bigint not null,
      version int not null,
      before jsonb,
      primary key (tenant_id, transfer_id, row),
      foreign key (tenant_id, transfer_id) references transfer (tenant_id, id) on delete cascade
    )`.execute(db);
  await tenantPolicy(db, 'transfer_row', 'select, insert, delete');
  await sql`
    alter table transfer drop constraint transfer_phase_check,
      add constraint transfer_phase_check check (phase in ('check', 'write', 'undo'))`.execute(db);
}
