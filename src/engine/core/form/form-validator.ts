import { parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import type { PickedFile } from '../contract.ts';
import type { FileUpload } from '../generated/documents.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Scope } from '../store.ts';
import type { Texts } from '../texts.ts';
import { validatedData, type CompiledForm } from './compile.ts';
import { makeInterpreter, type Interpreter } from './interpreter.ts';
import { errorText, validateForm, pathOf, type ValidationResult } from './validate-form.ts';

/** A file that is sent when the form is. */
export interface WaitingFile {
  file: PickedFile;
  upload: FileUpload;
}

/** What is wrong with the values of an open form, in words. */
export class FormValidator {
  private readonly form: CompiledForm;
  private readonly texts: () => Texts;
  private readonly interpreter: Interpreter;

  constructor(form: CompiledForm, texts: () => Texts) {
    this.form = form;
    this.texts = texts;
    this.interpreter = makeInterpreter(form.schema);
  }

  /** What is wrong with one field by itself. */
  validateField(name: string, value: Json | undefined, required: boolean): FieldError[] {
    const told = (error: Parameters<typeof errorText>[1]) => ({
      path: error.path,
      message: errorText(this.form, error, this.texts()),
    });
    const validated = validatedData(this.form, { [name]: value ?? null })[name];
    if (validated !== undefined) return this.interpreter.validateProperty(name, validated).map(told);
    if (!required) return [];
    return [told({ keyword: 'required', path: pathOf(name), params: { missingProperty: name } })];
  }

  /** @param waiting what stands in fields for files that are still to be sent: no value of theirs yet. */
  async validateAll(
    record: JsonObject,
    scope: Scope,
    waiting: ReadonlyMap<string, WaitingFile>,
  ): Promise<ValidationResult> {
    const result = await validateForm({
      form: this.form,
      record,
      validateSchema: (data) => this.interpreter.validate(data),
      scope,
      texts: this.texts(),
    });
    const isWaiting = (path: string) =>
      [valueAt(record, parsePointer(path))].flat().some((one) => typeof one === 'string' && waiting.has(one));
    return { ...result, errors: result.errors.filter(({ path }) => !isWaiting(path)) };
  }
}
