import type { FieldFault } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Scope } from '../store.ts';
import type { Texts } from '../texts.ts';
import { judgedData, type CompiledForm } from './compile.ts';
import { makeInterpreter, type Interpreter } from './interpreter.ts';
import { errorText, fieldOf, judge, pathOf, type Verdict } from './judge.ts';

/** What is wrong with the values of an open form, in words. */
export class Judgement {
  private readonly form: CompiledForm;
  private readonly texts: () => Texts;
  private readonly interpreter: Interpreter;

  constructor(form: CompiledForm, texts: () => Texts) {
    this.form = form;
    this.texts = texts;
    this.interpreter = makeInterpreter(form.schema);
  }

  /** What is wrong with one field by itself. */
  one(name: string, value: Json | undefined, required: boolean): FieldFault[] {
    const told = (error: Parameters<typeof errorText>[1]) => ({
      path: error.path,
      message: errorText(this.form, error, this.texts()),
    });
    const judged = judgedData(this.form, { [name]: value ?? null })[name];
    if (judged !== undefined) return this.interpreter.validateProperty(name, judged).map(told);
    if (!required) return [];
    return [told({ keyword: 'required', path: pathOf(name), params: { missingProperty: name } })];
  }

  /** @param waiting what stands in fields for files that are still to be sent: no value of theirs yet. */
  async all(record: JsonObject, scope: Scope, waiting: ReadonlyMap<string, unknown>): Promise<Verdict> {
    const verdict = await judge({
      form: this.form,
      record,
      judgeSchema: (data) => this.interpreter.validate(data),
      scope,
      texts: this.texts(),
    });
    const isWaiting = (name: string | undefined) =>
      waiting.size > 0 &&
      name !== undefined &&
      [record[name]].flat().some((one) => typeof one === 'string' && waiting.has(one));
    return { ...verdict, faults: verdict.faults.filter(({ path }) => !isWaiting(fieldOf(path))) };
  }
}
