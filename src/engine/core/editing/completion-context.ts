import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Registry } from '../language/registry.ts';
import type { SourceShape } from '../validate/data-fields.ts';

/** One thing that can be written at the caret. */
export interface Completion {
  label: string;
  /** Detail of the name, such as the address of a source; may be empty. */
  detail: string;
  /** Explanation beside the list, if there is one. */
  info?: string;
  /** Text that replaces the range. Of a snippet: with $1, $2 … where the caret goes. */
  insert: string;
  kind: 'field' | 'snippet';
  /** Offsets of the replaced range. */
  from: number;
  to: number;
}

/** Knowledge beyond the document. */
export interface CompletionOptions {
  catalogue?: DataCatalogue | undefined;
}

/** The caret, and what is known about the document around it. */
export interface CompletionContext extends CompletionOptions {
  document: JsonObject;
  registry: Registry;
  path: readonly (string | number)[];
  pointer: string;
  shapes: ReadonlyMap<string, SourceShape>;
}

/** Completion, wherever it will stand. */
export type Suggestion = Pick<Completion, 'label' | 'detail' | 'info'>;
