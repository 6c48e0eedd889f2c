import type { Transaction } from 'kysely';
import { stampVersions } from '../../engine/core/index.ts';
import { projectFolder } from '../../server/db/project-folder.ts';
import type { Tables } from '../../server/db/tables.ts';
import { readDefinitions, registry, release, titlesOf } from '../../server/domains/definitions/index.ts';

/** Reads the sample views of demo/, and the datasets that they show. */
export const readSamples = () => readDefinitions(projectFolder('demo')).map(({ document }) => document);

/** Stores the sample views as published, with their first version in the history. */
export async function seedViews(db: Transaction<Tables>, tenantId: number, adminId: number): Promise<void> {
  const documents = readSamples().map((document) => stampVersions(document, registry));
  await db
    .insertInto('definition')
    .values(
      documents.map(({ kind, id }) => ({
        tenant_id: tenantId,
        kind: kind as 'dashboard',
        id: String(id),
        last_version: 1,
        published_version: 1,
      })),
    )
    .execute();
  await db
    .insertInto('definition_version')
    .values(
      documents.map((document) => ({
        tenant_id: tenantId,
        kind: document['kind'] as 'dashboard',
        id: String(document['id']),
        version: 1,
        document: JSON.stringify(document),
        path: typeof document['path'] === 'string' ? document['path'] : null,
        titles: JSON.stringify(titlesOf(document)),
        checked_by: release,
        saved_by: adminId,
        published_by: adminId,
        published_at: new Date(),
        comment: '<p>Exemplo do produto</p>',
      })),
    )
    .execute();
  await db.insertInto('definition_generation').values({ tenant_id: tenantId }).execute();
}
