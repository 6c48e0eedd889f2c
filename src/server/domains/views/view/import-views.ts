import { allows } from '../../../../contracts/access.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { inOrder } from '../../../../contracts/json-order.ts';
import { contentName, isUsable } from '../../../../contracts/saved-widget.ts';
import { viewKey, viewPath, type ImportReport, type ImportedDefinition } from '../../../../contracts/view.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError, failureOf } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import {
  ATTEMPTS,
  assertRoom,
  checkDraft,
  lockDefinition,
  nameOf,
  readPresent,
  storeDrafts,
  titleIn,
  titlesOf,
  type CheckedDraft,
  type DefinitionKey,
  type Editing,
  type Grant,
  type NewDefinition,
  type NewDefinitions,
  type Present,
} from '../../definitions/index.ts';
import { referencesIn, ownDocuments } from './bundle.ts';
import { bundledKinds, type Bundle } from './read-bundle.ts';
import { emptyView } from './document.ts';
import { nextDashId } from './rows.ts';

const endings = {
  conflict: 'errors.views.import.conflict',
  forbidden: 'errors.views.import.forbidden',
} as const;

const keyOf = (document: JsonObject) => ({ kind: document['kind'], id: document['id'] }) as DefinitionKey;
const isSame = (one: JsonObject, other: JsonObject): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Definitions and entities that the file names and that are neither in it nor here. */
function missingOf(
  editing: Editing,
  bundle: Bundle,
  here: ReadonlyMap<string, JsonObject>,
): ImportReport['missing'] {
  const inFile = new Set(bundle.definitions.map((one) => nameOf(keyOf(one))));
  const missing = new Map<string, ImportReport['missing'][number]>();
  for (const document of bundle.definitions) {
    const { definitions, entities } = referencesIn(document);
    const by = nameOf(keyOf(document));
    const named = [...definitions, ...entities.map((id) => ({ kind: 'entity' as const, id }))];
    for (const { kind, id } of named) {
      const name = nameOf({ kind, id });
      const isHere = inFile.has(name) || here.has(name) || editing.bundled.document(kind, id) !== null;
      if (!isHere && !missing.has(name)) missing.set(name, { kind, id, by });
    }
  }
  return [...missing.values()];
}

/** New numbers of views, by the id and by the path that each of them had. */
class Numbers {
  readonly #ids = new Map<string, number>();
  readonly #paths = new Map<string, number>();

  /** Gives views the numbers from one on. */
  constructor(views: readonly JsonObject[], from: number) {
    for (const [at, { id, path }] of views.entries()) {
      this.#ids.set(String(id), from + at);
      if (typeof path === 'string') this.#paths.set(path, from + at);
    }
  }

  of(view: JsonObject): number {
    return this.#ids.get(String(view['id']))!;
  }

  /** The view under its new number: its path and permission follow it, and what names another one of these views. */
  apply(view: JsonObject): NewDefinition {
    const { id, path, access } = emptyView(this.of(view));
    const followed = this.#follow(view) as JsonObject;
    return { ...followed, kind: 'dashboard', id: String(id), path: path!, access: access! };
  }

  #follow(value: Json, key = ''): Json {
    if (Array.isArray(value)) return value.map((item) => this.#follow(item, key));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, this.#follow(item, name)]),
      );
    if (typeof value !== 'string') return value;
    const screen = key === 'screen' ? this.#ids.get(value) : undefined;
    if (screen !== undefined) return viewKey(screen);
    const [path = ''] = /^\/[^?#]*/.exec(value) ?? [];
    const linked = this.#paths.get(path);
    return linked === undefined ? value : viewPath(linked) + value.slice(path.length);
  }
}

/** A definition of the file, with what is to be written of it: nothing when it is here already. */
interface Planned {
  entry: ImportedDefinition;
  definition?: NewDefinition;
  /** The number that a view gets here. */
  dashId?: number;
}

interface Plan {
  missing: ImportReport['missing'];
  all: Planned[];
  news: NewDefinitions;
  present: Present;
}

/**
 * Compares the file with the definitions that are here. Views get the next numbers; one that is here with another content is a
 * conflict.
 * @throws AppError RULE_BROKEN for more definitions than a tenant may have
 */
async function plan(
  editing: Editing,
  ctx: Context,
  db: TenantTransaction,
  bundle: Bundle,
  grantOf: GrantOf,
): Promise<Plan> {
  const ordered = bundle.definitions.toSorted(
    (a, b) => bundledKinds.indexOf(a['kind'] as never) - bundledKinds.indexOf(b['kind'] as never),
  );
  const named = ordered.flatMap((document) => referencesIn(document).definitions);
  const own = ordered.map(keyOf).filter(({ kind }) => kind !== 'dashboard');
  const here = await ownDocuments(db, [...named, ...own]);
  const numbers = new Numbers(
    ordered.filter((document) => keyOf(document).kind === 'dashboard'),
    await nextDashId(db),
  );
  const all = ordered.map((document): Planned => {
    const { kind, id } = keyOf(document);
    const said = titleIn(titlesOf(document), ctx.lang);
    const title = said === '' ? id : said;
    const entry: ImportedDefinition = { kind, id, title, dashId: null, message: '', outcome: 'new' };
    if (kind === 'dashboard')
      return { entry, definition: numbers.apply(document), dashId: numbers.of(document) };
    const found = here.get(nameOf({ kind, id })) ?? editing.bundled.document(kind, id);
    const ending = (outcome: keyof typeof endings): ImportedDefinition => ({
      ...entry,
      outcome,
      message: text(ctx.lang, endings[outcome], { id }),
    });
    if (found !== null)
      return { entry: isSame(found, document) ? { ...entry, outcome: 'same' } : ending('conflict') };
    const mayCreate = allows(ctx.caller.grants, { screen: 'admin-definition', verb: 'create' });
    return { entry: mayCreate ? entry : ending('forbidden'), definition: document as NewDefinition };
  });
  const news = all.flatMap(({ definition }) => definition ?? []);
  const present = await readPresent(db, news);
  await assertRoom(db, present.states.values());
  return {
    missing: missingOf(editing, bundle, here),
    all,
    news: {
      all: news,
      grant: await grantOf({ caller: ctx.caller, db }),
      // Fragments that a view uses of its own file are drafts as it is: they are published before the view.
      usable: new Map(
        ordered.flatMap((document): [string, string][] => {
          const { kind, id } = keyOf(document);
          return isUsable(kind) ? [[contentName({ kind, id }), JSON.stringify(document)]] : [];
        }),
      ),
    },
    present,
  };
}

/** Why a definition is not imported, in the person's language, with the place of its first error. */
function reasonOf(error: unknown, ctx: Context): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { message, errors = [] } = failureOf(error, ctx.lang);
  const [first] = errors;
  // An error of the whole document has no position.
  const where = first?.path ? `${first.path}: ` : '';
  return first ? `${message} ${where}${first.message}` : message;
}

/** Checks the definitions to be written, one after the other. */
async function check(editing: Editing, ctx: Context, { missing, all, news, present }: Plan) {
  const checked: CheckedDraft[] = [];
  const definitions: ImportedDefinition[] = [];
  for (const { entry, definition, dashId = null } of all) {
    let reported = entry;
    // Without what it names it cannot be checked further.
    if (definition && entry.outcome === 'new' && missing.length === 0)
      try {
        checked.push(await checkDraft(editing, ctx, definition, news, present));
        reported = { ...entry, dashId };
      } catch (error) {
        reported = { ...entry, outcome: 'invalid', message: reasonOf(error, ctx) };
      }
    definitions.push(reported);
  }
  const mayImport =
    missing.length === 0 && definitions.every(({ outcome }) => outcome === 'new' || outcome === 'same');
  return { report: { definitions, missing, mayImport }, checked };
}

/**
 * Writes what was checked. Views get the numbers that are next by now: others may have made some meanwhile.
 * @returns the numbers of the views by those that they were checked under; null when all is to be checked again
 */
async function write(
  editing: Editing,
  ctx: Context,
  db: TenantTransaction,
  checked: readonly CheckedDraft[],
  news: NewDefinitions,
): Promise<Numbers | null> {
  await lockDefinition(db, ctx.tenant.id);
  const views = checked.map(({ definition }) => definition).filter(({ kind }) => kind === 'dashboard');
  const numbers = new Numbers(views, await nextDashId(db));
  const numbered = checked.map((one): CheckedDraft => {
    if (one.definition.kind !== 'dashboard') return one;
    return {
      definition: numbers.apply(one.definition),
      text: JSON.stringify(numbers.apply(JSON.parse(one.text) as JsonObject)),
      inspection: { ...one.inspection, path: viewPath(numbers.of(one.definition)) },
    };
  });
  return (await storeDrafts(editing, ctx, db, numbered, news)) ? numbers : null;
}

const numberedAgain = (one: ImportedDefinition, numbers: Numbers): ImportedDefinition =>
  one.dashId === null ? one : { ...one, dashId: numbers.of({ id: viewKey(one.dashId) }) };

/** The grant of the views' permissions; null for people who open all screens. */
type GrantOf = (inside: Pick<Context, 'caller' | 'db'>) => Promise<Grant | null>;

/**
 * Imports a file of views as drafts, all of them or none, or says what an import would do. A definition that is here with the
 * same content is used as it is. All is checked before the transaction that writes it, for which others wait.
 * @throws AppError DEFINITION_INVALID when something is missing, in conflict or invalid, naming it
 */
export async function importViews(
  editing: Editing,
  ctx: Context,
  bundle: Bundle,
  { dryRun, grantOf }: { dryRun: boolean; grantOf: GrantOf },
): Promise<ImportReport> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const planned = await ctx.transaction((db) => plan(editing, ctx, db, bundle, grantOf), 'read');
    const { report, checked } = await check(editing, ctx, planned);
    if (dryRun) return report;
    if (!report.mayImport) throw notImported(report);
    const numbers = await ctx.transaction((db) => write(editing, ctx, db, checked, planned.news));
    if (numbers)
      return { ...report, definitions: report.definitions.map((one) => numberedAgain(one, numbers)) };
  }
  throw new AppError('UNAVAILABLE', { cause: new Error('others saved definitions all the time') });
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
