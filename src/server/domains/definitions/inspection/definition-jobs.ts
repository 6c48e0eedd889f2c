import type { Access } from '../../../../contracts/access.ts';
import type { DataCatalogue } from '../../../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import {
  expandWith,
  validateParts,
  mergeDocuments,
  parseDocument,
  stampVersions,
  entitiesById,
  withEntities,
  type EntityDocument,
  type MergeResult,
} from '../../../../engine/core/index.ts';
import type { Copy } from '../store/entry.ts';
import { inspect, parsedFragments, uninspected, type FragmentTexts, type Inspection } from './inspect.ts';
import { prune } from '../prune/prune.ts';
import { registry } from '../store/registry.ts';
import { withScreenTexts } from '../store/texts.ts';

/** Paths of all other screens and dashboards; null where links are not checked. */
type Paths = readonly string[] | null;

/**
 * The jobs of the definition worker. Documents and the catalogue of routes travel as text, so that the worker parses them
 * too, the catalogue once.
 */
export interface Jobs {
  inspect: {
    input: { text: string; catalogue: string | null; fragments: FragmentTexts; paths: Paths };
    answer: Inspection;
  };
  prepare: {
    input: { text: string; catalogue: string; fragments: FragmentTexts; paths: Paths };
    answer: Prepared;
  };
  merge: {
    input: {
      base: string;
      mine: string;
      theirs: string;
      catalogue: string;
      fragments: FragmentTexts;
      paths: Paths;
    };
    answer: Omit<MergeResult, 'document'> & Prepared;
  };
  /** Puts into a document the content of its fragments, and what it takes from entities. */
  expand: {
    input: { text: string; fragments: FragmentTexts; entities: readonly EntityDocument[] };
    answer: string;
  };
  /** @param allowed the document's rules that its reader fulfils. */
  copy: { input: { text: string; allowed: Access[] }; answer: Copy };
}

/** A document as it is stored, each node with the version of its widget, and the result of its inspection. */
export interface Prepared {
  text: string;
  inspection: Inspection;
}

export type JobName = keyof Jobs;
type Handlers = { [Name in JobName]: (input: Jobs[Name]['input']) => Promise<Jobs[Name]['answer']> };

export const jobs: Handlers = {
  async inspect({ text, catalogue, fragments, paths }) {
    const parsed = parseDocument(text);
    if (parsed.document === null) return { ...uninspected, diagnostics: parsed.diagnostics };
    return inspect(parsed.document as JsonObject, catalogueOf(catalogue), fragments, paths);
  },
  async prepare({ text, catalogue, fragments, paths }) {
    const document = stamped(text);
    return {
      text: JSON.stringify(document),
      inspection: await inspect(document, catalogueOf(catalogue), fragments, paths),
    };
  },
  async merge({ base, mine, theirs, catalogue, fragments, paths }) {
    // All three are stamped, so that stamps added on storing do not count as changes.
    const { document, ...rest } = mergeDocuments(stamped(base), stamped(mine), stamped(theirs));
    return {
      ...rest,
      text: JSON.stringify(document),
      inspection: await inspect(document, catalogueOf(catalogue), fragments, paths),
    };
  },
  async expand({ text, fragments, entities }) {
    const document = read(text);
    const whole =
      document.kind === 'form'
        ? document
        : expandWith(document, parsedFragments(fragments), registry).document;
    return JSON.stringify(withEntities(whole, entitiesById(entities)));
  },
  async copy({ text, allowed }) {
    const rules = new Set(allowed.map((rule) => JSON.stringify(rule)));
    const definition = prune(read(text), (rule) => rules.has(JSON.stringify(rule)));
    return { definition: withScreenTexts(definition), faults: validateParts(definition, registry) };
  },
};

/** The catalogue of the last job, which rarely changes. */
let lastCatalogue: { text: string; parsed: DataCatalogue } | null = null;

function catalogueOf(text: string | null): DataCatalogue | null {
  if (text === null) return null;
  if (lastCatalogue?.text !== text) lastCatalogue = { text, parsed: JSON.parse(text) as DataCatalogue };
  return lastCatalogue.parsed;
}

function stamped(text: string): JsonObject {
  return stampVersions(read(text), registry);
}

function read(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
