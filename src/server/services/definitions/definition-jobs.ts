import type { Access } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import {
  validateParts,
  mergeDocuments,
  parseDocument,
  stampVersions,
  type MergeResult,
} from '../../../engine/core/index.ts';
import type { Copy } from './entry.ts';
import { inspect, type Inspection } from './inspect.ts';
import { prune } from './prune.ts';
import { registry } from './registry.ts';

/** The jobs of the definition worker. Documents travel as text, so that the worker parses them too. */
export interface Jobs {
  inspect: { input: { text: string }; answer: Inspection };
  prepare: { input: { text: string }; answer: Prepared };
  merge: {
    input: { base: string; mine: string; theirs: string };
    answer: Omit<MergeResult, 'document'> & Prepared;
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
  async inspect({ text }) {
    const parsed = parseDocument(text);
    if (parsed.document === null) return { diagnostics: parsed.diagnostics, path: null, titles: {} };
    return inspect(parsed.document as JsonObject);
  },
  async prepare({ text }) {
    const document = stamped(text);
    return { text: JSON.stringify(document), inspection: await inspect(document) };
  },
  async merge({ base, mine, theirs }) {
    // All three are stamped, so that stamps added on storing do not count as changes.
    const { document, ...rest } = mergeDocuments(stamped(base), stamped(mine), stamped(theirs));
    return { ...rest, text: JSON.stringify(document), inspection: await inspect(document) };
  },
  async copy({ text, allowed }) {
    const rules = new Set(allowed.map((rule) => JSON.stringify(rule)));
    const definition = prune(read(text), (rule) => rules.has(JSON.stringify(rule)));
    return { definition, faults: validateParts(definition, registry) };
  },
};

function stamped(text: string): JsonObject {
  return stampVersions(read(text), registry);
}

function read(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
