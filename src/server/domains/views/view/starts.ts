import { allows } from '../../../../contracts/access.ts';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { viewKey } from '../../../../contracts/view.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { createDraft, publish, type DefinitionKey, type Editing } from '../../definitions/index.ts';
import { makeFrom, templatesFor, type TemplateId } from '../templates/index.ts';
import { screenOf, subjectOf } from '../templates/subject.ts';

/** Beginning of a new view, in place of nothing. */
export interface ViewStart {
  /** Id of the entity whose records it shows. */
  entity?: string | undefined;
  /** How it shows them; the overview unless it is named. */
  template?: TemplateId | undefined;
}

type Reader = Pick<Context, 'caller' | 'lang'>;

/** Entities that the caller may read, by title. */
export function readableEntities(editing: Editing, ctx: Reader): JsonObject[] {
  return editing.bundled.all
    .map(({ document }) => document as JsonObject)
    .filter(({ kind }) => kind === 'entity')
    .filter((entity) => allows(ctx.caller.grants, { screen: screenOf(entity), verb: 'read' }));
}

/** Plural name of an entity's records. */
export function namesOf(entity: JsonObject, lang: Language): string {
  const written = entity['plural'] ?? entity['title'];
  return typeof written === 'string' ? resolveText(lang, written) : String(entity['id']);
}

/** @throws AppError VALIDATION_FAILED for an entity that does not exist, FORBIDDEN for one that the caller may not read */
function readableEntity(editing: Editing, ctx: Reader, id: string, path: string): JsonObject {
  const entity = editing.bundled.document('entity', id);
  if (!isObject(entity)) throw invalid([{ path, key: 'errors.views.startEntity' }]);
  if (!allows(ctx.caller.grants, { screen: screenOf(entity), verb: 'read' })) throw new AppError('FORBIDDEN');
  return entity;
}

/**
 * The templates that suit the records of an entity.
 * @throws AppError VALIDATION_FAILED for an entity that does not exist, FORBIDDEN for one that the caller may not read
 */
export function templatesOf(editing: Editing, ctx: Reader, id: string): TemplateId[] {
  return templatesFor(subjectOf(editing.bundled, readableEntity(editing, ctx, id, '/entity')));
}

/**
 * The content that a new view starts with. Its datasets are published with it, since a view without them shows nothing; their
 * rows are those that each reader may read.
 * @throws AppError VALIDATION_FAILED for an entity that does not exist, a template that does not suit it or one without an
 * entity, FORBIDDEN for an entity that the caller may not read
 */
export async function startContent(
  editing: Editing,
  ctx: Context,
  dashId: number,
  { entity: id, template }: ViewStart,
): Promise<JsonObject> {
  if (id === undefined) {
    if (template === undefined) return {};
    throw invalid([{ path: '/start/entity', key: 'errors.views.startRecords' }]);
  }
  const subject = subjectOf(editing.bundled, readableEntity(editing, ctx, id, '/start/entity'));
  const fitting = templatesFor(subject);
  const chosen = template ?? fitting[0]!;
  if (!fitting.includes(chosen))
    throw invalid([{ path: '/start/template', key: 'errors.views.startTemplate' }]);
  const { content, datasets } = makeFrom(chosen, dashId, subject);
  for (const definition of datasets) {
    const key = { kind: 'dataset', id: String(definition['id']) } as const;
    await createDraft(editing, ctx, { ...definition, ...key } as JsonObject & DefinitionKey, null);
    await publish(editing, ctx, key, { comment: viewKey(dashId) });
  }
  return content;
}
