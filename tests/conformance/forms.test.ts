import { valueAt } from '../../src/contracts/json-pointer.ts';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import errorTexts from '../../locales/pt/errors.json' with { type: 'json' };
import {
  compileForm,
  formFormats,
  checkFormSafety,
  type FormDocument,
  type Texts,
} from '../../src/engine/core/index.ts';
import { createInterpreter } from '../../src/engine/core/form/interpreter.ts';
import { validateForm, pathOf } from '../../src/engine/core/form/validation.ts';
import { formValidator } from '../../src/server/services/form-validation.ts';
import { cases, type FormCase } from './form-cases.ts';

const texts: Texts = {
  strings: undefined,
  lang: 'pt',
  translate: (key) => (valueAt(errorTexts, key.split('.')) as string | undefined) ?? null,
};
const scope = { user: { id: 1 }, tenant: { key: 'acme' }, lang: 'pt' };

function formOf({ schema, rules, checks }: FormCase): FormDocument {
  const properties = Object.keys((schema['properties'] ?? {}) as object);
  return {
    kind: 'form',
    formatVersion: 1,
    id: 'case',
    schema,
    ui: { sections: [{ id: 'all', fields: properties }] },
    ...(rules ? { rules } : {}),
    ...(checks ? { checks } : {}),
  };
}

async function inTheBrowser(document: FormDocument, record: JsonObject) {
  const form = compileForm(document);
  const interpreter = createInterpreter(form.schema);
  return validateForm({ form, record, scope, texts, validateSchema: (data) => interpreter.validate(data) });
}

const third = customizeValidator({
  customFormats: Object.fromEntries(Object.entries(formFormats)),
  ajvOptionsOverrides: { ownProperties: true },
});

/** Field paths that @rjsf/validator-ajv8 finds, without the faults that only wrap others. */
function byRjsf(schema: JsonObject, data: JsonObject): string[] {
  const { errors } = third.validateFormData(data, schema);
  const wrappers = new Set(['if', 'anyOf', 'oneOf', 'propertyNames', 'dependencies']);
  const paths = errors.flatMap((error) => {
    const params = (error.params ?? {}) as Record<string, string>;
    const named = params['missingProperty'] ?? params['additionalProperty'];
    if (named === undefined && error.name !== undefined && wrappers.has(error.name)) return [];
    const base = (error.property ?? '').split('.').filter((part) => part !== '');
    if (named !== undefined && base.at(-1) !== named) base.push(named);
    return [base.map((part) => pathOf(part)).join('')];
  });
  return [...new Set(paths)].sort();
}

describe('one verdict for a form, whoever judges', () => {
  describe.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const document = formOf(one);

    test('its schema passes vetting', () => expect(checkFormSafety(document)).toEqual([]));

    test.each(one.data.map((entry) => [JSON.stringify(entry.record), entry] as const))(
      '%s',
      async (_text, entry) => {
        const browser = await inTheBrowser(document, entry.record);
        const server = await formValidator(compileForm(document))({ record: entry.record, scope, texts });
        const paths = browser.errors.map((error) => error.path).sort();
        expect(paths).toEqual([...entry.errors].sort());
        expect(server.errors).toEqual(browser.errors);
        // The third judge knows neither rules nor checks.
        if (one.rules === undefined && one.checks === undefined && entry.third !== false) {
          expect(byRjsf(one.schema, entry.record)).toEqual(paths);
        }
      },
    );
  });
});
