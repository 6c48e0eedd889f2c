import type { Access } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import {
  checkDocument,
  compileForm,
  mergeDocuments,
  parseDocument,
  type Merged,
  type Verdict,
} from '../../../engine/core/index.ts';
import type { FormDocument, Scope } from '../../../engine/core/index.ts';
import { toLanguage } from '../../../contracts/language.ts';
import { formJudge } from '../form-validation.ts';
import type { Copy } from './entry.ts';
import { inspect, type Inspection } from './inspect.ts';
import { prune } from './prune.ts';
import { registry } from './registry.ts';
import { definitionTexts } from './texts.ts';

/** What the thread of definitions does. Documents travel as text: parsing them is part of the work. */
export interface Jobs {
  inspect: { input: { text: string }; answer: Inspection };
  merge: {
    input: { base: string; mine: string; theirs: string };
    answer: Omit<Merged, 'document'> & { text: string; inspection: Inspection };
  };
  /** @param allowed the document's rules that its reader fulfils. */
  copy: { input: { text: string; allowed: Access[] }; answer: Copy };
  judge: { input: { text: string; record: JsonObject; scope: Scope }; answer: Verdict };
}

export type JobName = keyof Jobs;
type Handlers = { [Name in JobName]: (input: Jobs[Name]['input']) => Promise<Jobs[Name]['answer']> };

export const jobs: Handlers = {
  async inspect({ text }) {
    const parsed = parseDocument(text);
    if (parsed.document === null) return { faults: parsed.faults, path: null, titles: {} };
    return inspect(parsed.document as JsonObject);
  },
  async merge({ base, mine, theirs }) {
    const merged = mergeDocuments(read(base), read(mine), read(theirs));
    const { document, ...rest } = merged;
    return { ...rest, text: JSON.stringify(document), inspection: await inspect(document) };
  },
  async copy({ text, allowed }) {
    const rules = new Set(allowed.map((rule) => JSON.stringify(rule)));
    const definition = prune(read(text), (rule) => rules.has(JSON.stringify(rule)));
    return { definition, faults: checkDocument(definition, registry) };
  },
  async judge({ text, record, scope }) {
    const document = read(text) as unknown as FormDocument;
    const lang = toLanguage(scope.lang as string);
    const texts = {
      strings: document.strings,
      lang,
      translate: (key: string) => definitionTexts.find(lang, key),
    };
    return formJudge(compileForm(document))({ record, scope, texts });
  },
};

function read(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
