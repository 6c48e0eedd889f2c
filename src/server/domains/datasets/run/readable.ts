import { allows, type Access } from '../../../../contracts/access.ts';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import { BadPath, followPath, type DatasetDocument } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { entityText, mayUse, type EntityModel } from '../../../kernel/entity/entity-model.ts';
import {
  nodesOf,
  publishedDocument,
  readState,
  titleIn,
  titlesOf,
  type Definitions,
  type RefusedData,
} from '../../definitions/index.ts';
import { pathsOf } from './read-paths.ts';

type Models = ReadonlyMap<string, EntityModel>;
type Reader = Pick<Context, 'caller'>;

/** Entities that a dataset reads, and those of them that a person may not. */
interface Reads {
  entities: EntityModel[];
  /** Entities, and fields of others, that the person may not read. */
  refused: { entity: EntityModel; field: string | null }[];
}

/**
 * The entities that a dataset reads. Each of them and every field must be readable, since conditions and orders reveal values
 * too.
 * @throws BadPath for a field that an entity has no longer
 */
export function readsOf(models: Models, { caller }: Reader, document: DatasetDocument): Reads {
  const documents = new Map([...models].map(([id, { document: one }]) => [id, one]));
  const model = (id: string): EntityModel => {
    const found = models.get(id);
    if (!found) throw new BadPath(id, id);
    return found;
  };
  const targets = pathsOf(document, documents).map(({ from, path, isRecords }) =>
    followPath(documents, from, path, isRecords),
  );
  const steps = targets.flatMap((target) => target.steps);
  const entities = [...new Set([document.from, ...steps.map(({ to }) => to)])].map(model);
  const refused: Reads['refused'] = entities
    .filter(({ screen }) => !allows(caller.grants, { screen, verb: 'read' }))
    .map((entity) => ({ entity, field: null }));
  const fields = [
    ...steps.map(({ holder, field }) => ({ entity: holder, field })),
    ...targets.map(({ entity, name }) => ({ entity, field: name })),
  ];
  for (const { entity, field } of fields) {
    const holder = model(entity);
    const isKnown = refused.some((one) => one.entity === holder && [null, field].includes(one.field));
    if (!isKnown && !mayUse(holder.byName.get(field)!, caller)) refused.push({ entity: holder, field });
  }
  return { entities, refused };
}

/**
 * Data behind a document that the person who publishes it may not read: of the dataset that it is, or of the published
 * datasets that it names. Those are read by themselves: the index of what is published must not be read while something is
 * being published.
 */
export async function refusedData(
  { bundled, models }: { bundled: Definitions; models: Models },
  ctx: Pick<Context, 'db' | 'lang' | 'tenant' | 'caller'>,
  document: JsonObject,
): Promise<RefusedData[]> {
  if (document['kind'] === 'dataset') return refusedOf(models, ctx, document, '');
  const found: RefusedData[] = [];
  for (const { part, pointer } of nodesOf(document)) {
    if (!isObject(part) || typeof part['dataset'] !== 'string') continue;
    const key = { kind: 'dataset', id: part['dataset'] } as const;
    const { publishedVersion } = await readState(ctx.db, key);
    const dataset = await publishedDocument(bundled, ctx, key, publishedVersion);
    // One that does not exist is an error of the document.
    if (dataset !== null) found.push(...refusedOf(models, ctx, dataset, `${pointer}/dataset`));
  }
  return found;
}

function refusedOf(
  models: Models,
  ctx: Pick<Context, 'caller' | 'lang'>,
  document: JsonObject,
  pointer: string,
): RefusedData[] {
  const dataset = titleIn(titlesOf(document), ctx.lang) || String(document['id']);
  try {
    const { refused } = readsOf(models, ctx, document as unknown as DatasetDocument);
    if (refused.length === 0) return withAccess(ctx, document, { pointer, dataset });
    const titleOf = ({ entity, field }: (typeof refused)[number]): string => {
      const records = entityText(entity, ctx.lang, entity.document.plural ?? entity.document.title);
      const own = field === null ? undefined : entity.byName.get(field);
      return own ? `${records} › ${entityText(entity, ctx.lang, own.field.title)}` : records;
    };
    const permissions = refused.flatMap(({ entity, field }) => {
      const rule = field === null ? null : (entity.byName.get(field)?.access ?? null);
      return rule === null ? [entity.screen] : namesIn(rule);
    });
    return [{ pointer, dataset, sources: refused.map(titleOf), permissions: [...new Set(permissions)] }];
  } catch (error) {
    // A published dataset whose field was removed has no rows for anybody.
    if (error instanceof BadPath) return [];
    throw error;
  }
}

/** A dataset whose own rule does not let the person in. The one that is being published may have the rule that it has. */
function withAccess(
  { caller }: Reader,
  document: JsonObject,
  { pointer, dataset }: Pick<RefusedData, 'pointer' | 'dataset'>,
): RefusedData[] {
  const access = document['access'] as unknown as Access | undefined;
  if (pointer === '' || access === undefined || allows(caller.grants, access)) return [];
  return [{ pointer, dataset, sources: [dataset], permissions: namesIn(access) }];
}

function namesIn(access: Access): string[] {
  if ('any' in access) return access.any.flatMap(namesIn);
  if ('all' in access) return access.all.flatMap(namesIn);
  if ('special' in access) return [access.special];
  return 'screen' in access && access.screen !== undefined ? [access.screen] : [];
}
