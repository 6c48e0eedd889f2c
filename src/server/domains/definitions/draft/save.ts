import type {
  DefinitionChange,
  DefinitionConflictReply,
  Diagnostic,
  SavedDefinition,
} from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { allows } from '../../../../contracts/access.ts';
import { structureDiagnostics } from '../../../../engine/core/index.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError } from '../../../kernel/errors.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import {
  accessDiagnostics,
  assertTenantKind,
  bringsPermission,
  namedDiagnostics,
  identityDiagnostics,
  layoutDiagnostics,
  pathDiagnostics,
} from './draft-check.ts';
import { publishDefinition } from '../publication/definition-events.ts';
import { readForEdit, type Editing } from './edit.ts';
import { readFragments } from '../fragment/fragments.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import type { FragmentTexts, Inspection } from '../inspection/inspect.ts';
import {
  assertMayOpen,
  dropLeftGrants,
  grantOwnPermissions,
  ownPermissions,
  type Grant,
} from '../catalogue/own-permission.ts';
import { isRouted } from '../catalogue/path-match.ts';
import { release } from '../inspection/release.ts';
import { assertRoom } from '../store/room.ts';
import {
  otherPaths,
  ownIds,
  readState,
  readVersion,
  lockDefinition,
  type DefinitionKey,
  type StoredState,
} from '../store/stored-definitions.ts';
import { addVersion } from './stored-write.ts';
import type { Prepared } from '../inspection/definition-jobs.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

/** Attempts of a save while others save the same definition. */
export const ATTEMPTS = 5;

/** The stored state when a save begins. */
interface Snapshot {
  state: StoredState;
  /** The version that the save replaces: the draft, else the published one. */
  current: number;
  /** The document of that version; null for a new definition. */
  theirs: JsonObject | null;
  author: string | null;
  /** The document that the author began with; null when it is no longer stored. */
  base: JsonObject | null;
  /** Permissions that the tenant's own screens and dashboards bring. */
  ownPermissions: ReadonlySet<string>;
  /** Fragments of all three documents. */
  fragments: FragmentTexts;
  /** Paths of all other screens and dashboards. */
  paths: readonly string[];
}

interface PreparedSave extends Prepared {
  changes: DefinitionChange[];
}

/**
 * Saves a draft. If the author began with an older version than the current one, both sides are merged node by node.
 * @throws AppError VERSION_REQUIRED, FORBIDDEN for a new definition without the right to create, DEFINITION_INVALID with
 * all diagnostics, VERSION_CONFLICT with the nodes that both sides changed
 */
export async function saveDraft(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  input: { definition: JsonObject; version?: number | undefined; unconditional?: boolean },
): Promise<SavedDefinition> {
  const { version: baseVersion } = expectedVersion(ctx, input.version);
  if (baseVersion === null) throw new AppError('VERSION_REQUIRED');
  const { definition, unconditional = false } = input;
  return save(editing, ctx, key, { definition, baseVersion, isNew: false, grant: null, unconditional });
}

/**
 * Saves the first draft of a new definition, and grants its permission if it brings one.
 * @throws AppError FORBIDDEN, VALIDATION_FAILED for a screen that its creator could not open, DEFINITION_INVALID with all diagnostics, ALREADY_EXISTS at /id
 */
export async function createDraft(
  editing: Editing,
  ctx: Context,
  definition: JsonObject & DefinitionKey,
  grant: Grant | null,
): Promise<SavedDefinition> {
  const { kind, id } = definition;
  return save(
    editing,
    ctx,
    { kind, id },
    { definition, baseVersion: 0, isNew: true, grant, unconditional: false },
  );
}

interface Input {
  definition: JsonObject;
  baseVersion: number;
  /** The definition must not exist yet. A bundled definition is version 0 as well. */
  isNew: boolean;
  grant: Grant | null;
  /** Whether the caller named no version, for the audit. */
  unconditional: boolean;
}

async function save(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  input: Input,
): Promise<SavedDefinition> {
  assertTenantKind(key);
  const { baseVersion } = input;
  const structure = structureDiagnostics(input.definition);
  if (structure.length > 0) throw definitionInvalid(ctx, structure);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const snapshot = await ctx.transaction((db) => readSnapshot(editing, db, key, input));
    if (input.isNew && snapshot.theirs !== null) throw alreadyExists(key);
    assertMaySave(editing, ctx, snapshot);
    const prepared = await prepare(editing, ctx, key, snapshot, { mine: input.definition, baseVersion });
    if (input.isNew && isRouted(key.kind)) assertMayOpen(ctx, input.definition, input.grant);
    const version = await ctx.transaction(async (db) => {
      const stored = await store(editing, ctx, db, key, snapshot, { ...prepared, ...input });
      if (stored !== null && input.grant) {
        await grantOwnPermissions(ctx, db, [input.definition], input.grant, editing.screens);
      }
      return stored;
    });
    if (version === null) continue;
    const saved = await ctx.transaction((db) =>
      readForEdit(editing, { db, lang: ctx.lang, tenant: ctx.tenant }, key),
    );
    const merged =
      baseVersion === snapshot.current
        ? null
        : { version: snapshot.current, author: snapshot.author, changes: prepared.changes };
    return { ...saved, merged };
  }
  throw new AppError('UNAVAILABLE', { cause: new Error('others saved this definition all the time') });
}

async function readSnapshot(
  { bundled }: Editing,
  db: TenantTransaction,
  key: DefinitionKey,
  { definition: mine, baseVersion }: Input,
): Promise<Snapshot> {
  const state = await readState(db, key);
  const current = state.draftVersion ?? state.publishedVersion;
  const documentOf = async (
    version: number,
  ): Promise<{ document: JsonObject | null; author: string | null }> => {
    if (version === 0) return { document: bundled.document(key.kind, key.id), author: null };
    const stored = await readVersion(db, key, version);
    if (stored === null) return { document: null, author: null };
    const document =
      stored.document === null
        ? bundled.document(key.kind, key.id)
        : (JSON.parse(stored.document) as JsonObject);
    return { document, author: stored.author };
  };
  const { document: theirs, author } = await documentOf(current);
  const base = baseVersion === current ? theirs : (await documentOf(baseVersion)).document;
  const { texts: fragments } = await readFragments(bundled, db, [mine, theirs, base]);
  const paths = [...bundled.routes, ...(await otherPaths(db, key))].map(({ path }) => path);
  return { state, current, theirs, author, base, ownPermissions: await ownPermissions(db), fragments, paths };
}

/** The route requires one of the two rights. This check requires the one that the save needs. */
function assertMaySave({ screen }: Editing, { caller }: Context, { theirs }: Snapshot): void {
  const verb = theirs === null ? 'create' : 'update';
  if (!allows(caller.grants, { screen, verb })) throw new AppError('FORBIDDEN');
}

async function prepare(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  snapshot: Snapshot,
  { mine, baseVersion }: { mine: JsonObject; baseVersion: number },
): Promise<PreparedSave> {
  const { fragments, paths } = snapshot;
  const routes = editing.data.text();
  const prepared = await definitionWorker.prepare(
    ctx.tenant.id,
    JSON.stringify(mine),
    routes,
    fragments,
    paths,
  );
  const screens = new Set([...editing.screens, ...snapshot.ownPermissions]);
  assertValid(screens, ctx, key, mine, prepared.inspection);
  if (baseVersion === snapshot.current) return { ...prepared, changes: [] };
  const { base, theirs } = snapshot;
  if (base === null || theirs === null) throw conflict(snapshot, []);
  const merged = await definitionWorker.merge(
    ctx.tenant.id,
    { base, mine, theirs },
    routes,
    fragments,
    paths,
  );
  if (merged.conflicts.length > 0) throw conflict(snapshot, merged.conflicts);
  // Two valid sides can merge into an invalid document, where one names a source that the other removed.
  assertValid(screens, ctx, key, JSON.parse(merged.text) as JsonObject, merged.inspection);
  return merged;
}

/** @throws AppError DEFINITION_INVALID with all diagnostics, when one of them is an error */
export function assertValid(
  screens: ReadonlySet<string>,
  ctx: Context,
  key: DefinitionKey,
  document: JsonObject,
  inspection: Inspection,
): void {
  const diagnostics = [
    ...identityDiagnostics(document, key),
    ...inspection.diagnostics,
    ...accessDiagnostics(document, key, screens),
    ...layoutDiagnostics(document, false),
  ];
  if (diagnostics.some((one) => one.severity === 'error')) throw definitionInvalid(ctx, diagnostics);
}

function alreadyExists({ id }: DefinitionKey): AppError {
  const params = { id };
  return new AppError('ALREADY_EXISTS', {
    message: 'errors.definitions.taken',
    params,
    errors: [{ path: '/id', key: 'errors.definitions.taken', params }],
  });
}

export function definitionInvalid(ctx: Context, diagnostics: readonly Diagnostic[]): AppError {
  return new AppError('DEFINITION_INVALID', { errors: diagnosticErrors(diagnostics, ctx.lang) });
}

function conflict(snapshot: Snapshot, conflicts: DefinitionConflictReply['conflicts']): AppError {
  const data: DefinitionConflictReply = {
    definition: snapshot.theirs,
    version: snapshot.current,
    source: snapshot.current === 0 ? 'bundled' : 'tenant',
    publishedVersion: snapshot.state.publishedVersion,
    faults: [],
    conflicts,
  };
  return new AppError('VERSION_CONFLICT', { data });
}

/** @returns the new version, or null when another save was faster. */
async function store(
  { bundled, screens }: Editing,
  ctx: Context,
  db: TenantTransaction,
  key: DefinitionKey,
  snapshot: Snapshot,
  { text, inspection, unconditional }: PreparedSave & Pick<Input, 'unconditional'>,
): Promise<number | null> {
  await lockDefinition(db, ctx.tenant.id);
  const state = await readState(db, key);
  if (
    state.lastVersion !== snapshot.state.lastVersion ||
    (state.draftVersion ?? state.publishedVersion) !== snapshot.current
  )
    return null;
  const own = { form: await ownIds(db, ['form']), dataset: await ownIds(db, ['dataset']) };
  const isKnown = (kind: keyof typeof own, id: string): boolean =>
    own[kind].has(id) || bundled.document(kind, id) !== null;
  const diagnostics = [
    ...pathDiagnostics(inspection.path, key, [...bundled.routes, ...(await otherPaths(db, key))]),
    ...namedDiagnostics(inspection.namedDocuments, isKnown),
  ];
  if (diagnostics.length > 0) throw definitionInvalid(ctx, diagnostics);
  await assertRoom(db, [state]);
  if (!bringsPermission(key.id, snapshot.theirs?.access)) await dropLeftGrants(ctx, db, [key], screens);
  const version = await addVersion(db, key, state, {
    tenantId: ctx.tenant.id,
    savedBy: ctx.caller.userId,
    document: text,
    path: inspection.path,
    titles: inspection.titles,
    checkedBy: release,
  });
  await audit(
    ctx,
    {
      entity: 'definition',
      entityId: `${key.kind}/${key.id}`,
      action: snapshot.theirs === null ? 'create' : 'update',
      before: snapshot.theirs === null ? null : { version: snapshot.current },
      after: { version },
      unconditional,
    },
    db,
  );
  publishDefinition(db, key, 'save', version);
  return version;
}
