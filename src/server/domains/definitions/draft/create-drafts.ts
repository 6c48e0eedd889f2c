import type { JsonObject } from '../../../../contracts/json.ts';
import { structureDiagnostics } from '../../../../engine/core/index.ts';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { publishDefinition } from '../publication/definition-events.ts';
import type { Prepared } from '../inspection/definition-jobs.ts';
import { bringsPermission, namedDiagnostics, pathDiagnostics } from './draft-check.ts';
import type { Editing } from './edit.ts';
import { readFragments, usesFragments } from '../fragment/fragments.ts';
import {
  assertMayOpen,
  dropLeftGrants,
  grantOwnPermissions,
  ownPermissions,
  type Grant,
} from '../catalogue/own-permission.ts';
import { isRouted, shapeOf, type Route } from '../catalogue/path-match.ts';
import { release } from '../inspection/release.ts';
import { assertRoom } from '../store/room.ts';
import { assertValid, definitionInvalid } from './save.ts';
import {
  currentPaths,
  isFree,
  lockDefinition,
  nameOf,
  ownIds,
  pathsBeside,
  readStates,
  type DefinitionKey,
  type StoredState,
} from '../store/stored-definitions.ts';
import { addVersions, versionAfter } from './stored-write.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

export type NewDefinition = JsonObject & DefinitionKey;

/** New definitions that are written together, so that they may name each other. */
export interface NewDefinitions {
  all: readonly NewDefinition[];
  /** Of the permissions that they bring; null without one. */
  grant: Grant | null;
  /** Texts of the fragments and saved widgets among them, by what documents write to use them. */
  usable: ReadonlyMap<string, string>;
}

/** The tenant's definitions, as far as new ones depend on them. */
export interface Present {
  /** Versions of the new definitions, by `kind/id`: those of a removed definition go on. */
  states: ReadonlyMap<string, StoredState>;
  forms: ReadonlySet<string>;
  datasets: ReadonlySet<string>;
  paths: readonly Route[];
  permissions: ReadonlySet<string>;
}

/** A new definition that was found in order. */
export interface CheckedDraft extends Prepared {
  definition: NewDefinition;
}

export async function readPresent(db: TenantTransaction, keys: readonly DefinitionKey[]): Promise<Present> {
  const states = new Map<string, StoredState>();
  for (const kind of new Set(keys.map((key) => key.kind))) {
    const ids = keys.flatMap((key) => (key.kind === kind ? [key.id] : []));
    for (const [id, state] of await readStates(db, kind, ids)) states.set(nameOf({ kind, id }), state);
  }
  return {
    states,
    forms: await ownIds(db, ['form']),
    datasets: await ownIds(db, ['dataset']),
    paths: await currentPaths(db),
    permissions: await ownPermissions(db),
  };
}

/**
 * Checks one of several new definitions, outside of transactions: others go on writing.
 * @throws AppError VALIDATION_FAILED for a screen that its creator could not open, DEFINITION_INVALID with all diagnostics
 */
export async function checkDraft(
  editing: Editing,
  ctx: Context,
  definition: NewDefinition,
  news: NewDefinitions,
  present: Present,
): Promise<CheckedDraft> {
  const structure = structureDiagnostics(definition);
  if (structure.length > 0) throw definitionInvalid(ctx, structure);
  const { texts } = usesFragments(definition)
    ? await ctx.transaction(
        (db) => readFragments(editing.bundled, db, [definition], { drafts: news.usable }),
        'read',
      )
    : { texts: { texts: {}, candidates: [] } };
  const routes = pathsBeside(definition, routesOf(editing, news, present));
  const prepared = await definitionWorker.prepare(
    ctx.tenant.id,
    JSON.stringify(definition),
    editing.data.text(),
    texts,
    routes.map(({ path }) => path),
  );
  const brought = news.all.filter(({ kind, id, access }) => isRouted(kind) && bringsPermission(id, access));
  const screens = new Set([...editing.screens, ...present.permissions, ...brought.map(({ id }) => id)]);
  assertValid(screens, ctx, definition, definition, prepared.inspection);
  if (isRouted(definition.kind)) assertMayOpen(ctx, definition, news.grant);
  const diagnostics = [
    ...pathDiagnostics(prepared.inspection.path, definition, routes),
    ...namedDiagnostics(prepared.inspection.namedDocuments, knownTo(editing, news, present)),
  ];
  if (diagnostics.length > 0) throw definitionInvalid(ctx, diagnostics);
  return { definition, ...prepared };
}

/** The paths that are taken once the new definitions are written. */
function routesOf({ bundled }: Editing, { all }: NewDefinitions, { paths }: Present): Route[] {
  const own = all.flatMap(({ kind, id, path }): Route[] =>
    isRouted(kind) && typeof path === 'string' ? [{ kind, id, path }] : [],
  );
  return [...bundled.routes, ...paths, ...own];
}

/** Whether a form or dataset that documents name exists once the new definitions are written. */
function knownTo({ bundled }: Editing, { all }: NewDefinitions, { forms, datasets }: Present) {
  const names = new Set(all.map(nameOf));
  const own = { form: forms, dataset: datasets };
  return (kind: keyof typeof own, id: string): boolean =>
    own[kind].has(id) || names.has(nameOf({ kind, id })) || bundled.document(kind, id) !== null;
}

/**
 * Writes new definitions that were checked, in a number of statements that does not depend on how many they are. They are
 * written as drafts, with an entry of the audit and an event each.
 * @returns false, having written nothing, when something that they were checked against has changed since
 * @throws AppError RULE_BROKEN for more definitions than a tenant may have, VALIDATION_FAILED for a grant that is not possible
 */
export async function storeDrafts(
  editing: Editing,
  ctx: Context,
  db: TenantTransaction,
  checked: readonly CheckedDraft[],
  news: NewDefinitions,
): Promise<boolean> {
  await lockDefinition(db, ctx.tenant.id);
  const keys = checked.map(({ definition: { kind, id } }) => ({ kind, id }));
  const present = await readPresent(db, keys);
  const next = checked.map(({ definition: { kind, id }, text, inspection }) => ({
    key: { kind, id },
    state: present.states.get(nameOf({ kind, id }))!,
    document: text,
    path: inspection.path,
    titles: inspection.titles,
  }));
  const taken = new Set(present.paths.map(({ path }) => shapeOf(path)));
  const isKnown = knownTo(editing, news, present);
  const isAsChecked = next.every(
    ({ state, path }, at) =>
      isFree(state) &&
      (path === null || !taken.has(shapeOf(path))) &&
      checked[at]!.inspection.namedDocuments.every(({ kind, id }) => isKnown(kind, id)),
  );
  if (!isAsChecked) return false;
  await assertRoom(db, present.states.values());
  await dropLeftGrants(ctx, db, keys, editing.screens);
  await addVersions(db, { tenantId: ctx.tenant.id, savedBy: ctx.caller.userId, checkedBy: release }, next);
  const screens = checked.flatMap(({ definition }) => (isRouted(definition.kind) ? [definition] : []));
  if (news.grant && screens.length > 0)
    await grantOwnPermissions(ctx, db, screens, news.grant, editing.screens);
  await auditMany(
    ctx,
    next.map(({ key, state }) => ({
      entity: 'definition',
      entityId: nameOf(key),
      action: 'create',
      before: null,
      after: { version: versionAfter(state) },
    })),
    db,
  );
  for (const { key, state } of next) publishDefinition(db, key, 'save', versionAfter(state));
  return true;
}
