import type {
  DefinitionChange,
  DefinitionConflictReply,
  Diagnostic,
  SavedDefinition,
} from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { allows } from '../../../contracts/access.ts';
import { structureDiagnostics } from '../../../engine/core/index.ts';
import { audit } from '../../kernel/audit.ts';
import type { Context } from '../../kernel/contract.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import { AppError } from '../../kernel/errors.ts';
import { expectedVersion } from '../../kernel/version.ts';
import { accessDiagnostics, formDiagnostics, identityDiagnostics, pathDiagnostics } from './draft-check.ts';
import { readForEdit, type Editing } from './edit.ts';
import { diagnosticErrors } from '../../kernel/diagnostic-errors.ts';
import type { Inspection } from './inspect.ts';
import { release } from './release.ts';
import {
  addVersion,
  countDefinitions,
  otherPaths,
  ownForms,
  readState,
  readVersion,
  lockDefinition,
  type DefinitionKey,
  type StoredState,
} from './stored.ts';
import type { Prepared } from './definition-jobs.ts';
import { definitionWorker } from './workshop.ts';

/** How often a save begins anew when others save meanwhile. */
const ATTEMPTS = 5;
/** Definitions that a tenant may have of its own, overridden ones included. */
const MOST_DEFINITIONS = 2000;

/** What is there when a save begins. */
interface Seen {
  state: StoredState;
  /** The version that a save goes over: the draft, else the published one. */
  current: number;
  /** The document in that version; null for a definition that is not there yet. */
  theirs: JsonObject | null;
  author: string | null;
  /** What the person began with; null when it is not kept. */
  base: JsonObject | null;
}

interface Work extends Prepared {
  changes: DefinitionChange[];
}

/**
 * Saves a draft. Who began with an older version than the current one gets both sides merged, node by node.
 * @throws AppError VERSION_REQUIRED, FORBIDDEN for a new one without the right to create, DEFINITION_INVALID with every
 * fault, VERSION_CONFLICT with what both changed
 */
export async function saveDraft(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  input: { definition: JsonObject; version?: number | undefined },
): Promise<SavedDefinition> {
  const { version: begunWith } = expectedVersion(ctx, input.version);
  if (begunWith === null) throw new AppError('VERSION_REQUIRED');
  return save(editing, ctx, key, { definition: input.definition, begunWith, fresh: false });
}

/**
 * Saves the first draft of a definition that is not there yet.
 * @throws AppError FORBIDDEN, DEFINITION_INVALID with every fault, ALREADY_EXISTS at /id
 */
export async function createDraft(
  editing: Editing,
  ctx: Context,
  definition: JsonObject & DefinitionKey,
): Promise<SavedDefinition> {
  const { kind, id } = definition;
  return save(editing, ctx, { kind, id }, { definition, begunWith: 0, fresh: true });
}

interface Input {
  definition: JsonObject;
  begunWith: number;
  /** Nothing may be there yet; a bundled definition is version 0 as well. */
  fresh: boolean;
}

async function save(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  input: Input,
): Promise<SavedDefinition> {
  const { begunWith } = input;
  const structure = structureDiagnostics(input.definition);
  if (structure.length > 0) throw refused(ctx, structure);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seen = await ctx.transaction((db) => look(editing, db, key, begunWith));
    if (input.fresh && seen.theirs !== null) throw taken(key);
    assertMaySave(ctx, seen);
    const work = await prepare(editing, ctx, key, seen, { mine: input.definition, begunWith });
    const version = await ctx.transaction((db) => store(editing, ctx, db, key, seen, work));
    if (version === null) continue;
    const saved = await ctx.transaction((db) =>
      readForEdit(editing, { db, lang: ctx.lang, tenant: ctx.tenant }, key),
    );
    const merged =
      begunWith === seen.current
        ? null
        : { version: seen.current, author: seen.author, changes: work.changes };
    return { ...saved, merged };
  }
  throw new AppError('UNAVAILABLE', { cause: new Error('others saved this definition all the time') });
}

async function look(
  { bundled }: Editing,
  db: TenantTransaction,
  key: DefinitionKey,
  begunWith: number,
): Promise<Seen> {
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
  const base = begunWith === current ? theirs : (await documentOf(begunWith)).document;
  return { state, current, theirs, author, base };
}

/** The route asks for one of the rights; which one it takes is known now. */
function assertMaySave({ caller }: Context, { theirs }: Seen): void {
  const verb = theirs === null ? 'create' : 'update';
  if (!allows(caller.grants, { screen: 'admin-definition', verb })) throw new AppError('FORBIDDEN');
}

async function prepare(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  seen: Seen,
  { mine, begunWith }: { mine: JsonObject; begunWith: number },
): Promise<Work> {
  const prepared = await definitionWorker.prepare(ctx.tenant.id, JSON.stringify(mine));
  assertSound(editing, ctx, key, mine, prepared.inspection);
  if (begunWith === seen.current) return { ...prepared, changes: [] };
  const { base, theirs } = seen;
  if (base === null || theirs === null) throw conflict(seen, []);
  const merged = await definitionWorker.merge(ctx.tenant.id, { base, mine, theirs });
  if (merged.conflicts.length > 0) throw conflict(seen, merged.conflicts);
  // Each side was sound; together they may not be: a node of mine may name a source that they removed.
  assertSound(editing, ctx, key, JSON.parse(merged.text) as JsonObject, merged.inspection);
  return merged;
}

/** @throws AppError DEFINITION_INVALID with every fault, when one of them is an error */
function assertSound(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  document: JsonObject,
  inspection: Inspection,
): void {
  const diagnostics = [
    ...identityDiagnostics(document, key),
    ...inspection.diagnostics,
    ...accessDiagnostics(document, key, editing.screens),
  ];
  if (diagnostics.some((one) => one.severity === 'error')) throw refused(ctx, diagnostics);
}

function taken({ id }: DefinitionKey): AppError {
  const params = { id };
  return new AppError('ALREADY_EXISTS', {
    message: 'errors.definitions.taken',
    params,
    errors: [{ path: '/id', key: 'errors.definitions.taken', params }],
  });
}

function refused(ctx: Context, diagnostics: readonly Diagnostic[]): AppError {
  return new AppError('DEFINITION_INVALID', { errors: diagnosticErrors(diagnostics, ctx.lang) });
}

function conflict(seen: Seen, conflicts: DefinitionConflictReply['conflicts']): AppError {
  const data: DefinitionConflictReply = {
    definition: seen.theirs,
    version: seen.current,
    source: seen.current === 0 ? 'bundled' : 'tenant',
    publishedVersion: seen.state.publishedVersion,
    faults: [],
    conflicts,
  };
  return new AppError('VERSION_CONFLICT', { data });
}

/** @returns the new version, or null when somebody else was faster. */
async function store(
  { bundled }: Editing,
  ctx: Context,
  db: TenantTransaction,
  key: DefinitionKey,
  seen: Seen,
  { text, inspection }: Work,
): Promise<number | null> {
  await lockDefinition(db, ctx.tenant.id);
  const state = await readState(db, key);
  if (
    state.lastVersion !== seen.state.lastVersion ||
    (state.draftVersion ?? state.publishedVersion) !== seen.current
  )
    return null;
  const own = await ownForms(db);
  const isForm = (id: string): boolean => own.has(id) || bundled.document('form', id) !== null;
  const diagnostics = [
    ...pathDiagnostics(inspection.path, key, [...bundled.routes, ...(await otherPaths(db, key))]),
    ...formDiagnostics(JSON.parse(text) as JsonObject, isForm),
  ];
  if (diagnostics.length > 0) throw refused(ctx, diagnostics);
  if (state.lastVersion === 0 && (await countDefinitions(db)) >= MOST_DEFINITIONS) {
    throw new AppError('RULE_BROKEN', {
      message: 'errors.definitions.tooMany',
      params: { limit: MOST_DEFINITIONS },
    });
  }
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
      action: seen.theirs === null ? 'create' : 'update',
      before: seen.theirs === null ? null : { version: seen.current },
      after: { version },
    },
    db,
  );
  return version;
}
