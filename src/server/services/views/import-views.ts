import { allows } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { inOrder } from '../../../contracts/json-order.ts';
import { contentName, isUsable } from '../../../contracts/saved-widget.ts';
import { viewKey, type ImportReport, type ImportedDefinition } from '../../../contracts/view.ts';
import type { Context } from '../../kernel/contract.ts';
import { AppError, failureOf } from '../../kernel/errors.ts';
import { text } from '../../kernel/texts.ts';
import type { Editing } from '../definitions/edit.ts';
import { titlesOf, titleIn } from '../definitions/inspect.ts';
import type { Grant } from '../definitions/own-permission.ts';
import { createDraft } from '../definitions/save.ts';
import { lockDefinition, type DefinitionKey } from '../definitions/stored.ts';
import { namedIn, ownDocument } from './bundle.ts';
import { bundledKinds, type Bundle } from './read-bundle.ts';
import { emptyView } from './document.ts';
import { nextDashId } from './rows.ts';

/** Undoes what a check has written. */
class CheckDone extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('checked');
    this.report = report;
  }
}

const nameOf = ({ kind, id }: DefinitionKey): string => `${kind}/${id}`;
const keyOf = (document: JsonObject) => ({ kind: document['kind'], id: document['id'] }) as DefinitionKey;
const isSame = (one: JsonObject, other: JsonObject): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Definitions and entities that the file names and that are neither in it nor here. */
async function missingOf(editing: Editing, ctx: Context, bundle: Bundle): Promise<ImportReport['missing']> {
  const inFile = new Set(bundle.definitions.map((one) => nameOf(keyOf(one))));
  const missing: ImportReport['missing'] = [];
  const reported = new Set<string>();
  for (const document of bundle.definitions) {
    const { definitions, entities } = namedIn(document);
    const by = nameOf(keyOf(document));
    for (const key of definitions) {
      const name = nameOf(key);
      if (inFile.has(name) || reported.has(name)) continue;
      const isHere =
        editing.bundled.document(key.kind, key.id) !== null || (await ownDocument(ctx.db, key)) !== null;
      if (isHere) continue;
      reported.add(name);
      missing.push({ kind: key.kind, id: key.id, by });
    }
    for (const id of entities) {
      const name = `entity/${id}`;
      if (reported.has(name) || editing.bundled.document('entity', id) !== null) continue;
      reported.add(name);
      missing.push({ kind: 'entity', id, by });
    }
  }
  return missing;
}

/** A view under a number that is free here: its path, permission and links of its own follow it. */
function renumbered(document: JsonObject, dashId: number): JsonObject {
  const { id, path, access } = emptyView(dashId);
  return { ...document, id: id!, path: path!, access: access! };
}

/**
 * Writes the definitions of a file as drafts, all of them or none. Views get new numbers; what is here with the same content
 * is used as it is, and what is here with another content is not touched: that is a conflict.
 * @throws AppError with everything that stands against it
 */
async function write(
  editing: Editing,
  ctx: Context,
  bundle: Bundle,
  grantOf: (ctx: Context) => Promise<Grant | null>,
): Promise<ImportReport> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const missing = await missingOf(editing, ctx, bundle);
  const report: ImportReport = { definitions: [], missing, mayImport: missing.length === 0 };
  const ordered = bundle.definitions.toSorted(
    (a, b) => bundledKinds.indexOf(a['kind'] as never) - bundledKinds.indexOf(b['kind'] as never),
  );
  const grant = await grantOf(ctx);
  // What a view uses of its own file is a draft as it is: it is published before the view.
  const drafts = new Map(
    ordered.flatMap((document): [string, string][] => {
      const { kind, id } = keyOf(document);
      return isUsable(kind) ? [[contentName({ kind, id }), JSON.stringify(document)]] : [];
    }),
  );
  for (const document of ordered) {
    const one = await writeOne(editing, ctx, document, { grant, drafts, isComplete: missing.length === 0 });
    report.definitions.push(one);
    report.mayImport &&= one.outcome === 'new' || one.outcome === 'same';
  }
  return report;
}

async function writeOne(
  editing: Editing,
  ctx: Context,
  document: JsonObject,
  {
    grant,
    drafts,
    isComplete,
  }: { grant: Grant | null; drafts: ReadonlyMap<string, string>; isComplete: boolean },
): Promise<ImportedDefinition> {
  const key = keyOf(document);
  const said = titleIn(titlesOf(document), ctx.lang);
  const entry = { kind: key.kind, id: key.id, title: said === '' ? key.id : said, dashId: null, message: '' };
  if (key.kind !== 'dashboard') {
    const here = (await ownDocument(ctx.db, key)) ?? editing.bundled.document(key.kind, key.id);
    if (here !== null && isSame(here, document)) return { ...entry, outcome: 'same' };
    const why = (reason: string) => text(ctx.lang, reason, { id: key.id });
    if (here !== null) return { ...entry, outcome: 'conflict', message: why('errors.views.import.conflict') };
    if (!allows(ctx.caller.grants, { screen: 'admin-definition', verb: 'create' }))
      return { ...entry, outcome: 'forbidden', message: why('errors.views.import.forbidden') };
  }
  const dashId = key.kind === 'dashboard' ? await nextDashId(ctx.db) : null;
  const definition = (dashId === null ? document : renumbered(document, dashId)) as JsonObject &
    DefinitionKey;
  // Without what it names it cannot be checked further.
  if (!isComplete) return { ...entry, outcome: 'new' };
  try {
    await createDraft(
      editing,
      { ...inTransaction(ctx) },
      { ...definition, kind: key.kind, id: dashId === null ? key.id : viewKey(dashId) },
      dashId === null ? null : grant,
      drafts,
    );
    return { ...entry, outcome: 'new', dashId };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, errors = [] } = failureOf(error, ctx.lang);
    const [first] = errors;
    // What concerns the whole document has no position.
    const where = first?.path ? `${first.path}: ` : '';
    return {
      ...entry,
      outcome: 'invalid',
      message: first ? `${message} ${where}${first.message}` : message,
    };
  }
}

/** A context whose further transactions are the request's own. */
const inTransaction = (ctx: Context): Context => {
  const { tenant, host, caller, lang, address, requestId, log, headers, signal, db } = ctx;
  return {
    tenant,
    host,
    caller,
    lang,
    address,
    requestId,
    log,
    headers,
    signal,
    db,
    transaction: (work) => work(db),
  };
};

/**
 * Imports a file of views, or says what an import would do.
 * @throws AppError DEFINITION_INVALID when something is missing, in conflict or invalid, naming it
 */
export async function importViews(
  editing: Editing,
  ctx: Pick<Context, 'transaction'> & Context,
  bundle: Bundle,
  { dryRun, grantOf }: { dryRun: boolean; grantOf: (ctx: Context) => Promise<Grant | null> },
): Promise<ImportReport> {
  const contextWith = (db: Context['db']): Context => ({
    tenant: ctx.tenant,
    host: ctx.host,
    caller: ctx.caller,
    lang: ctx.lang,
    address: ctx.address,
    requestId: ctx.requestId,
    log: ctx.log,
    headers: ctx.headers,
    signal: ctx.signal,
    db,
    transaction: (work) => work(db),
  });
  try {
    return await ctx.transaction(async (db) => {
      const report = await write(editing, contextWith(db), bundle, grantOf);
      if (dryRun) throw new CheckDone(report);
      if (!report.mayImport) throw notImported(report);
      return report;
    });
  } catch (error) {
    if (error instanceof CheckDone) return error.report;
    throw error;
  }
}

function notImported({ missing, definitions }: ImportReport): AppError {
  const bad = definitions.filter(({ outcome }) => outcome !== 'new' && outcome !== 'same');
  const names = [
    ...missing.map(({ kind, id }) => `${kind}/${id}`),
    ...bad.map(({ kind, id }) => `${kind}/${id}`),
  ];
  return new AppError('RULE_BROKEN', {
    message: 'errors.views.import.nothingDone',
    params: { names: names.join(', ') },
    errors: names.map((name) => ({
      path: '/file',
      key: 'errors.views.import.notPossible',
      params: { name },
    })),
  });
}
