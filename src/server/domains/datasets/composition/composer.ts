import type { ColumnType } from '../../../../contracts/data-choice.ts';
import type { DefinitionConflictReply } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { derivationOf, type DatasetDocument } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { AppError } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { createDraft, readForEdit, saveDraft, type Editing } from '../../definitions/index.ts';
import { datasetChoice } from '../compile/choices.ts';
import type { GivenValues } from '../compile/values.ts';
import type { Explanation } from '../run/explain.ts';
import type { Datasets } from '../run/run.ts';
import { brokenUsers, type BrokenUser } from './broken-users.ts';
import { checkedDataset } from './check.ts';
import { entityNames, pathChoices, type EntityName, type PathChoice } from './path-choices.ts';
import { isNamedUnit, periodText } from './period-text.ts';
import { readComposition } from './read.ts';
import type { Composition } from './wire.ts';

/** Rows of a sample; a dataset has more. */
const SAMPLE_ROWS = 50;

/** A column of a sample, as it is shown. */
export interface SampleColumn {
  name: string;
  title: string;
  cell: 'text' | 'number' | 'percent' | 'date' | 'datetime' | 'boolean';
}

/** The first rows of a dataset that is being composed. */
export interface DatasetSample {
  columns: SampleColumn[];
  rows: JsonObject[];
  truncated: boolean;
  /** Whether there is nothing to compute yet. */
  isEmpty: boolean;
}

/** Initial content of the form of a stored dataset. */
export interface StoredComposition {
  composition: Composition;
  version: number;
  publishedVersion: number;
  isDraft: boolean;
  isBundled: boolean;
}

interface StoredVersion {
  definition: unknown;
  version: number;
}

const cells: Readonly<Record<ColumnType, SampleColumn['cell']>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'datetime',
};

/** Composes datasets in a form: their rows while they change, and their drafts. */
export class DatasetComposer {
  readonly #models: ReadonlyMap<string, EntityModel>;
  readonly #datasets: Datasets;
  readonly #editing: Editing;

  constructor(models: ReadonlyMap<string, EntityModel>, datasets: Datasets, editing: Editing) {
    this.#models = models;
    this.#datasets = datasets;
    this.#editing = editing;
  }

  entities(ctx: Pick<Context, 'caller' | 'lang'>): EntityName[] {
    return entityNames(ctx, this.#models);
  }

  paths(ctx: Pick<Context, 'caller' | 'lang'>, from: string): PathChoice[] {
    return pathChoices(ctx, this.#models, from);
  }

  /** @throws AppError DEFINITION_INVALID with what is wrong at its field, and like `Datasets.run` */
  async sample(
    ctx: Pick<Context, 'caller' | 'tenant' | 'lang' | 'db'>,
    composition: Composition,
  ): Promise<DatasetSample> {
    const made = await this.#forSample(ctx, composition);
    if (made === null) return { columns: [], rows: [], truncated: false, isEmpty: true };
    const { document, given } = made;
    const short = { ...document, limit: Math.min(document.limit ?? SAMPLE_ROWS, SAMPLE_ROWS) };
    const reply = await this.#datasets.runOnce(ctx, short, given);
    const choice = datasetChoice(this.#models, short, ctx.lang);
    const columns = choice.columns.map(({ name, type, unit, titles }): SampleColumn => {
      const measure = short.measures?.[name];
      const kind = measure ? derivationOf(measure) : null;
      const label = titles[ctx.lang];
      const unitName = unit && text(ctx.lang, `errors.dataset.compose.units.${unit}`);
      const isSaid = unitName === null || label.toLowerCase() === unitName;
      const title = isSaid
        ? label
        : text(ctx.lang, 'errors.dataset.compose.byUnit', { title: label, unit: unitName });
      const cell = kind === 'share' || kind === 'ratio' ? 'percent' : cells[type];
      return { name, title, cell: isNamedUnit(unit) ? 'text' : cell };
    });
    const periods = choice.columns.flatMap(({ name, unit }) => (isNamedUnit(unit) ? [{ name, unit }] : []));
    const rows = reply.rows.map((row): JsonObject => {
      const texts = periods.map(({ name, unit }) => [name, periodText(row[name], unit, ctx.lang)]);
      return { ...row, ...Object.fromEntries(texts) };
    });
    return { columns, rows, truncated: reply.truncated, isEmpty: false };
  }

  /** @throws AppError RULE_BROKEN while there is nothing to compute, and like `sample` */
  async explain(
    ctx: Pick<Context, 'caller' | 'tenant' | 'lang' | 'db'>,
    composition: Composition,
  ): Promise<Explanation | null> {
    const made = await this.#forSample(ctx, composition);
    return made && this.#datasets.explain(ctx, made.document, made.given);
  }

  async read(ctx: Pick<Context, 'db' | 'lang' | 'tenant'>, id: string): Promise<StoredComposition> {
    const found = await readForEdit(this.#editing, ctx, { kind: 'dataset', id });
    return {
      composition: this.#composition(ctx, found),
      version: found.version,
      publishedVersion: found.publishedVersion,
      isDraft: (found.draft ?? null) !== null,
      isBundled: found.bundled === true,
    };
  }

  /** The published documents that break when the draft is published. @throws AppError NOT_FOUND */
  brokenUsers(ctx: Pick<Context, 'db' | 'lang' | 'tenant'>, id: string): Promise<BrokenUser[]> {
    return brokenUsers(this.#editing, ctx, id);
  }

  /** @throws AppError DEFINITION_INVALID, ALREADY_EXISTS, FORBIDDEN */
  async create(ctx: Context, composition: Composition): Promise<{ id: string; version: number }> {
    const definition = await this.#toSave(ctx, composition);
    const { version } = await createDraft(this.#editing, ctx, definition, null);
    return { id: definition.id, version };
  }

  /** @throws AppError DEFINITION_INVALID, VERSION_CONFLICT, FORBIDDEN */
  async save(
    ctx: Context,
    id: string,
    input: { composition: Composition; version: number },
  ): Promise<{ id: string; version: number; merged: { author: string | null } | null }> {
    const definition = await this.#toSave(ctx, { ...input.composition, id });
    try {
      const { version, merged } = await saveDraft(
        this.#editing,
        ctx,
        { kind: 'dataset', id },
        { definition, version: input.version },
      );
      return { id, version, merged: merged && { author: merged.author } };
    } catch (error) {
      throw this.#inForm(ctx, error);
    }
  }

  #composition(ctx: Pick<Context, 'lang'>, { definition, version }: StoredVersion): Composition {
    return { ...readComposition(this.#models, definition as DatasetDocument, ctx.lang), version };
  }

  /** A conflict with what others saved, as the form that has to resolve it has that. */
  #inForm(ctx: Pick<Context, 'lang'>, error: unknown): unknown {
    if (!(error instanceof AppError) || error.code !== 'VERSION_CONFLICT') return error;
    const { definition, version } = error.options.data as DefinitionConflictReply;
    if (!definition) return error;
    return new AppError('VERSION_CONFLICT', { data: this.#composition(ctx, { definition, version }) });
  }

  async #toSave(ctx: Context, composition: Composition) {
    const made = await checkedDataset(composition, {
      models: this.#models,
      caller: ctx.caller,
      lang: ctx.lang,
      isSample: false,
    });
    if (made === null) throw new AppError('DEFINITION_INVALID');
    return made.document as unknown as JsonObject & { kind: 'dataset'; id: string };
  }

  /** The dataset with values for parameters that must have one: it has no reader yet who gives them. */
  async #forSample(
    { caller, lang }: Pick<Context, 'caller' | 'lang'>,
    composition: Composition,
  ): Promise<{ document: DatasetDocument; given: GivenValues } | null> {
    const made = await checkedDataset(composition, { models: this.#models, caller, lang, isSample: true });
    if (made === null) return null;
    const given: Record<string, string> = {};
    const parameters = Object.entries(made.document.parameters ?? {}).map(([name, parameter]) => {
      if (parameter.default === undefined && parameter.type === 'period') given[name] = 'last-12-months';
      const [first] = parameter.options ?? [];
      if (parameter.default === undefined && first !== undefined) given[name] = first;
      return [name, { ...parameter, required: false }] as const;
    });
    const document = {
      ...made.document,
      ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
    };
    return { document, given };
  }
}
