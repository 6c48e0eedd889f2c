import { valueAt } from '../../src/contracts/json-pointer.ts';
import { customizeValidator } from '@rjsf/validator-ajv8';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/contracts/json.ts';
import errorTexts from '../../locales/pt/forms.json' with { type: 'json' };
import {
  compileForm,
  formFormats,
  checkFormSafety,
  loadPatternEngine,
  type FormDocument,
  type Texts,
} from '../../src/engine/core/index.ts';
import { validateForm, pathOf } from '../../src/engine/core/form/validation.ts';
import { ajvFormValidator } from '../../src/server/testing/ajv-forms.ts';
import type { FormCase } from './form-case.ts';
import { cases } from './form-cases.ts';

const texts: Texts = {
  strings: undefined,
  lang: 'pt',
  translate: (key) => (valueAt(errorTexts, key.split('.')) as string | undefined) ?? null,
};
const scope = { user: { id: 1 }, tenant: { key: 'acme' }, lang: 'pt' };

function formOf({ schema, rules, checks }: FormCase): FormDocument {
  return {
    kind: 'form',
    formatVersion: 2,
    id: 'case',
    schema,
    ui: { sections: [{ id: 'all', fields: ['*'] }] },
    ...(rules ? { rules } : {}),
    ...(checks ? { checks } : {}),
  };
}

async function inTheBrowser(document: FormDocument, record: JsonObject) {
  const form = compileForm(document);
  await loadPatternEngine();
  const validateSchema = (data: JsonObject) => form.interpreter().validate(data);
  return validateForm({ form, record, scope, texts, validateSchema });
}

const rjsfValidator = customizeValidator({
  customFormats: Object.fromEntries(Object.entries(formFormats)),
  ajvOptionsOverrides: { ownProperties: true },
});

/** Paths of the errors that @rjsf/validator-ajv8 reports, without those that only wrap others. */
function byRjsf(schema: JsonObject, data: JsonObject): string[] {
  const { errors } = rjsfValidator.validateFormData(data, schema);
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

describe('a form has the same errors in the browser, on the server and by rjsf', () => {
  describe.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const document = formOf(one);

    test('its schema is safe', () =>
      expect(checkFormSafety(document).filter(({ severity }) => severity === 'error')).toEqual([]));

    test.each(one.data.map((entry) => [JSON.stringify(entry.record), entry] as const))(
      '%s',
      async (_text, entry) => {
        const browser = await inTheBrowser(document, entry.record);
        const server = await ajvFormValidator(compileForm(document))({ record: entry.record, scope, texts });
        const paths = browser.errors.map((error) => error.path).sort();
        expect(paths).toEqual([...entry.errors].sort());
        expect(server.errors).toEqual(browser.errors);
        // rjsf has neither rules nor checks.
        if (one.rules === undefined && one.checks === undefined && entry.third !== false) {
          expect(byRjsf(compileForm(document).schema, entry.record)).toEqual(paths);
        }
      },
    );
  });
});

describe('for any schema and data', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const limit = fc.integer({ min: 0, max: 3 });
  const data = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, '', 'a', 'ab', 'abc', '12', 'a@b.co'),
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
      fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Json>,
    ),
  })).value;
  const { schema } = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => {
    const part = tie('schema');
    const branches = fc.array(part, { minLength: 1, maxLength: 3 });
    const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      ...Object.fromEntries(
        'minLength maxLength minItems maxItems minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum'
          .split(' ')
          .map((keyword) => [keyword, limit]),
      ),
      multipleOf: fc.constantFrom(0.5, 2),
      pattern: fc.constantFrom('^a', '^[a-z]+$', '(a|ab)+c', '^(?!ab)'),
      format: fc.constantFrom('email', 'date', 'cpf'),
      enum: fc.array(data, { minLength: 1, maxLength: 3 }),
      const: data,
      uniqueItems: fc.boolean(),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: fc.dictionary(name, part, { maxKeys: 3, noNullPrototype: true }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', '[bc]', '^(a+)+$'), part, {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      additionalProperties: part,
      propertyNames: part,
      dependencies: fc.dictionary(name, fc.oneof(part, fc.uniqueArray(name)), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      items: fc.oneof(part, branches),
      additionalItems: part,
      contains: part,
      not: part,
      if: part,
      then: part,
      else: part,
      allOf: branches,
      anyOf: branches,
      oneOf: branches,
      $ref: fc.constantFrom('#', '#/definitions/d', '#/properties/a', 'd.json'),
    };
    const some = fc
      .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 3 })
      .chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword]!]))),
      );
    return {
      schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.boolean(), some as fc.Arbitrary<Json>),
      object: some as fc.Arbitrary<JsonObject>,
    };
  });

  test('the interpreter and Ajv report the same first error at each path', async () => {
    await loadPatternEngine();
    const definition = schema.map((part) => (typeof part === 'object' ? { ...part, $id: 'd.json' } : part));
    let [runs, invalid] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, schema),
        definition,
        fc.dictionary(name, data),
        async (properties, d, record) => {
          const document = formOf({
            name: '',
            schema: { type: 'object', properties, definitions: { d } } as JsonObject,
            data: [],
          });
          const browser = await inTheBrowser(document, record);
          const server = await ajvFormValidator(compileForm(document))({ record, scope, texts });
          expect(server.errors).toEqual(browser.errors);
          runs += 1;
          if (browser.errors.length > 0) invalid += 1;
        },
      ),
    );
    expect(invalid / runs).toBeGreaterThan(0.2);
  });
});

test('computed values are those of the server, whatever is sent', async () => {
  const document: FormDocument = {
    kind: 'form',
    formatVersion: 2,
    id: 'computed',
    schema: {
      type: 'object',
      properties: {
        lines: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
        total: { type: 'number', maximum: 10 },
      },
    },
    ui: { sections: [{ id: 'all', fields: ['lines', 'total'] }] },
    compute: { total: { $expr: '$sum(form.lines.n)' } },
  };
  const record = { lines: [{ n: 5 }, { n: 8 }], total: 1 };
  const browser = await inTheBrowser(document, record);
  const server = await ajvFormValidator(compileForm(document))({ record, scope, texts });
  expect(server).toEqual(browser);
  expect(server.record).toEqual({ lines: [{ n: 5 }, { n: 8 }], total: 13 });
  expect(server.errors.map(({ path }) => path)).toEqual(['/total']);
});
