import { allows, type Access } from '../../../../contracts/access.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import {
  filterValueDiagnostics,
  isExpression,
  type DatasetDocument,
  type Diagnostic,
} from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { withAllRights } from '../../../kernel/caller-of.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import type { Datasets, GivenValues } from '../../datasets/index.ts';
import { documentText, publishedDocument, readState, type Definitions } from '../../definitions/index.ts';
import type { Reader } from './source.ts';

type Checker = Pick<Context, 'db' | 'lang' | 'tenant' | 'caller'>;

/** Access of the check to datasets. */
export interface DatasetReading {
  bundled: Definitions;
  runner: Pick<Datasets, 'choices'>;
}

/**
 * The published datasets that sources of a document load and that the caller may read. They are read by themselves: the index
 * of what is published must not be read while something is being published.
 */
async function datasetsOf(
  bundled: Definitions,
  ctx: Checker,
  { sources }: JsonObject,
): Promise<DatasetDocument[]> {
  const named = Object.values(isObject(sources) ? sources : {}).flatMap((source) =>
    isObject(source) && typeof source['dataset'] === 'string' ? [source['dataset']] : [],
  );
  const found: DatasetDocument[] = [];
  for (const id of new Set(named)) {
    const key = { kind: 'dataset', id } as const;
    const { publishedVersion } = await readState(ctx.db, key);
    const dataset = await publishedDocument(bundled, ctx, key, publishedVersion);
    if (dataset === null) continue;
    const access = dataset['access'] as unknown as Access | undefined;
    if (access === undefined || allows(ctx.caller.grants, access))
      found.push(dataset as unknown as DatasetDocument);
  }
  return found;
}

/** Whether a source of a document loads records of an entity with values of its own. */
const hasRecords = ({ sources }: JsonObject): boolean =>
  Object.values(isObject(sources) ? sources : {}).some(
    (source) => isObject(source) && typeof source['entity'] === 'string' && isObject(source['query']),
  );

/** Diagnostics between the filters of a document and the parameters of the published datasets that have their values. */
export async function filterDiagnostics(
  { bundled, runner }: DatasetReading,
  ctx: Checker,
  document: JsonObject,
): Promise<Diagnostic[]> {
  if (document['kind'] !== 'dashboard' && document['kind'] !== 'screen') return [];
  const datasets = await datasetsOf(bundled, ctx, document);
  if (datasets.length === 0 && !hasRecords(document)) return [];
  return filterValueDiagnostics(document, {
    choices: runner.choices(ctx, datasets),
    textOf: (label) => documentText(document, label, ctx.lang),
  });
}

/**
 * Says that a source found no rows because a filter gives one of its parameters values that it cannot take. Readers learn
 * whom to turn to, and those who edit views the cause.
 * @param given values of its parameters, by their names
 * @throws AppError RULE_BROKEN
 */
export async function assertFiltersFit(
  reading: DatasetReading,
  ctx: Reader,
  document: JsonObject,
  source: JsonObject,
  given: GivenValues,
): Promise<void> {
  const query = Object.entries(isObject(source['query']) ? source['query'] : {});
  const chosen = query.filter(([name, value]) => isExpression(value) && Object.hasOwn(given, name));
  if (chosen.length === 0) return;
  const sources = Object.entries(isObject(document['sources']) ? document['sources'] : {});
  // Of the other sources only that they exist matters: options may be made of them.
  const alone = sources.map(([id, one]): [string, Json] => {
    if (!isObject(one)) return [id, one];
    const { query: _, ...rest } = one;
    return [id, one === source ? { ...rest, query: Object.fromEntries(chosen) } : rest];
  });
  const read = { ...document, sources: Object.fromEntries(alone) };
  const { tenant, caller, lang } = ctx;
  // A reader who may not read the records that options are made of gets the same answer: it names the view's own parts alone.
  const knowing = withAllRights(caller.userId, caller);
  const [first] = await ctx.transaction((db) =>
    filterDiagnostics(reading, { db, tenant, caller: knowing, lang }, read),
  );
  if (first === undefined) return;
  const edits = allows(caller.grants, { screen: 'view-admin', verb: 'update' });
  throw ruleBroken(edits ? `diagnostics.${first.code}.message` : 'errors.views.filterValue', {
    params: first.values,
  });
}
