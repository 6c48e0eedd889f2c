import type { JsonObject } from '../../../../contracts/json.ts';
import { contentName, isUsable } from '../../../../contracts/saved-widget.ts';
import type { Diagnostic } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import { AppError } from '../../../kernel/errors.ts';
import { refusedCalls, type RefusedCall } from '../catalogue/call-rights.ts';
import type { ServerCatalogue } from '../catalogue/data-catalogue.ts';
import type { Definitions } from '../store/definitions.ts';
import { accessDiagnostics, layoutDiagnostics, pathDiagnostics } from '../draft/draft-check.ts';
import { consequencesOf } from '../fragment/fragment-users.ts';
import { readFragments } from '../fragment/fragments.ts';
import type { Inspection } from '../inspection/inspect.ts';
import { ownPermissions } from '../catalogue/own-permission.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { Route } from '../catalogue/path-match.ts';
import {
  currentPaths,
  otherPaths,
  pathsBeside,
  type DefinitionKey,
  type StoredVersion,
} from '../store/stored-definitions.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

/** The context that a check before publication needs. */
export interface Checking {
  bundled: Definitions;
  /** Screens that permissions are granted on. */
  screens: ReadonlySet<string>;
  /** Routes and entities that definitions can use. */
  data: ServerCatalogue;
  /** Diagnostics between a document and the published data that it shows. */
  dataDiagnostics?(ctx: Context, document: JsonObject): Promise<Diagnostic[]>;
  /** Data behind a document that the caller may not read. */
  refusedData?(ctx: Context, document: JsonObject): Promise<RefusedData[]>;
}

/** A dataset behind a document, with what of it a publisher may not read. */
export interface RefusedData {
  /** Where the document names the dataset; empty for the dataset itself. */
  pointer: string;
  dataset: string;
  /** Titles of records and fields. */
  sources: string[];
  /** Permissions that would let the publisher read them. */
  permissions: string[];
}

/** Inspects a document with the fragments that it uses. */
export async function inspected(
  bundled: Definitions,
  data: ServerCatalogue,
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  key: DefinitionKey,
  document: JsonObject,
  current?: readonly Route[],
): Promise<Inspection> {
  const { texts } = await readFragments(bundled, db, [document]);
  const others = current ? pathsBeside(key, current) : await otherPaths(db, key);
  const paths = [...bundled.routes, ...others].map(({ path }) => path);
  return definitionWorker.inspect(tenant.id, JSON.stringify(document), data.text(), texts, paths);
}

/** Permissions and paths of a tenant's documents: the same for the checks of several in one transaction. */
export interface Brought {
  permissions: ReadonlySet<string>;
  paths: readonly Route[];
}

export const readBrought = async (db: TenantTransaction): Promise<Brought> => ({
  permissions: await ownPermissions(db),
  paths: await currentPaths(db),
});

/**
 * Checks before publication what may have changed since the save: that the path is free, that the permissions exist, that
 * the document is valid, and that its publisher may call every route that it names and read the data behind it. Without that, a
 * button made by one person could act with the rights of another who presses it.
 */
export async function assertServable(
  checking: Checking,
  ctx: Context,
  key: DefinitionKey,
  { document, path }: StoredVersion,
  brought?: Brought,
): Promise<void> {
  if (document === null) return;
  const { bundled, data } = checking;
  const parsed = JSON.parse(document) as JsonObject;
  const { permissions: own, paths } = brought ?? (await readBrought(ctx.db));
  const permissions = new Set([...checking.screens, ...own]);
  const { diagnostics, calls } = await inspected(bundled, data, ctx, key, parsed, paths);
  const found = [
    ...accessDiagnostics(parsed, key, permissions),
    ...layoutDiagnostics(parsed, true),
    ...pathDiagnostics(path, key, [...bundled.routes, ...paths]),
    ...diagnostics,
    ...((await checking.dataDiagnostics?.(ctx, parsed)) ?? []),
  ];
  if (found.some((one) => one.severity === 'error')) {
    throw invalidToPublish(found, ctx);
  }
  const refused = refusedCalls(calls, data.all().routes, ctx.caller.grants);
  if (refused.length > 0) throw routesNotAllowed(refused);
  const unreadable = (await checking.refusedData?.(ctx, parsed)) ?? [];
  if (unreadable.length > 0) throw dataNotAllowed(unreadable);
}

/**
 * Checks that the documents which use a fragment or a saved widget stay valid with its new version, and call nothing more that its publisher
 * may not call.
 * @throws AppError DEFINITION_INVALID naming the documents that would break, ROUTES_NOT_ALLOWED
 */
export async function assertUsersWork(
  { bundled, data }: Checking,
  ctx: Context,
  { kind, id }: DefinitionKey,
  document: string | null,
): Promise<void> {
  if (!isUsable(kind)) return;
  const name = contentName({ kind, id });
  const { diagnostics, refused } = await consequencesOf(bundled, data, ctx, name, document);
  if (diagnostics.length > 0) {
    throw invalidToPublish(diagnostics, ctx);
  }
  if (refused.length > 0) throw routesNotAllowed(refused);
}

/** The draft stays; what is published stays too. */
function invalidToPublish(diagnostics: readonly Diagnostic[], ctx: Context): AppError {
  const errors = diagnosticErrors(diagnostics, ctx.lang);
  return new AppError('DEFINITION_INVALID', { message: 'errors.definitions.invalidToPublish', errors });
}

/** Names each dataset at its position, with what of it may not be read and the permissions to ask for. */
function dataNotAllowed(refused: readonly RefusedData[]): AppError {
  const errors = refused.map(({ pointer, dataset, sources, permissions }) => ({
    path: pointer,
    key: 'errors.definitions.dataNotAllowed',
    params: { dataset, sources: sources.join(', '), permissions: permissions.join(', ') },
  }));
  const [first] = errors;
  return new AppError('FORBIDDEN', { message: first!.key, params: first!.params, errors });
}

/** Names each route once in the message, and each call at its position. */
function routesNotAllowed(refused: readonly RefusedCall[]): AppError {
  const routes = [...new Set(refused.map(({ route }) => `${route.method} ${route.path}`))].join(', ');
  return new AppError('ROUTES_NOT_ALLOWED', {
    params: { routes },
    errors: refused.map(({ pointer, route }) => ({
      path: pointer,
      key: 'errors.definitions.routeNotAllowed',
      params: { route: `${route.method} ${route.path}` },
    })),
  });
}
