import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { PickedFile } from '../contract.ts';
import type { FileUpload } from '../generated/documents.ts';
import type { Scope } from '../screen/store.ts';
import type { Texts } from '../language/texts.ts';
import type { CompiledForm } from './compile.ts';

/** A file that is uploaded when the form is submitted. */
export interface PendingFile {
  file: PickedFile;
  upload: FileUpload;
  /** Address of a picture in this browser's memory. */
  preview?: string | undefined;
}

/**
 * Receives a changed field with its new value.
 * @param preview address of a picture that was chosen and waits for the submit.
 */
export type FormChange = (field: string, value: Json | undefined, preview: string | undefined) => void;

export interface FormModelOptions {
  form: CompiledForm;
  value: JsonObject;
  keep: readonly string[];
  /** Roots that expressions can read beside `form`. */
  scope(): Scope;
  texts(): Texts;
  onChange?: FormChange;
}
