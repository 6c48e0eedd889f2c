import { describe, expect, it } from 'vitest';
import { languages } from '../../contracts/language.ts';
import { personErrors } from '../../contracts/person.ts';
import { ruleErrorText } from '../../contracts/rule-sets.ts';
import {
  compileForm,
  formFormats,
  validateForm,
  type FormDocument,
  type SchemaError,
} from '../../engine/core/index.ts';
import { failureOf, type AppError } from './errors.ts';
import { findText, text } from './texts.ts';
import { compileValidator, schemaErrors, SchemaViolations } from './validation.ts';
import { expectedVersion } from './version.ts';

function errorsOf(properties: object, value: object, lang: 'pt' | 'en' | 'es' = 'pt', more: object = {}) {
  const schema = { type: 'object', properties, additionalProperties: false, ...more };
  const result = compileValidator(schema, 'body')(value);
  if (result === true || !(result.error instanceof SchemaViolations)) return [];
  return schemaErrors(result.error.found, lang);
}

const message = (property: object, value: unknown, lang: 'pt' | 'en' | 'es' = 'pt') =>
  errorsOf({ name: property }, { name: value }, lang)[0]?.message;

describe('the validation errors of a route', () => {
  it('are listed up to a bound, and say that there are more', () => {
    const input = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1]));
    const errors = errorsOf({}, input);
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toMatchObject({
      path: '',
      message: expect.stringMatching(/^Há mais erros.* 100/) as string,
    });
    const ids = { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } };
    expect(errorsOf({ ids }, { ids: Array(60_000).fill('x') })).toHaveLength(101);
    expect(errorsOf({}, Object.fromEntries(Object.entries(input).slice(0, 100)))).toHaveLength(100);
  });

  it.each([
    [{ type: 'string' }, 1, 'Deve ser um texto.'],
    [{ type: ['string', 'null'] }, 1, 'Deve ser um texto ou vazio.'],
    [{ type: ['null', 'integer', 'string'] }, true, 'Deve ser um número inteiro ou um texto ou vazio.'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', 'Deve ser um número inteiro ou vazio.'],
    [{ type: 'number' }, 'x', 'Deve ser um número.'],
    [{ type: 'boolean' }, 'x', 'Deve ser sim ou não (true ou false).'],
    [{ type: 'array' }, 'x', 'Deve ser uma lista.'],
    [{ type: 'object' }, 'x', 'Deve ser um objeto.'],
    [{ enum: ['Y', 'N'] }, 'x', 'Escolha uma das opções: Y, N.'],
    [{ const: 'local' }, 'x', 'Escolha uma das opções: local.'],
    [{ type: 'string', minLength: 1 }, '', 'Campo Obrigatório'],
    [{ type: 'string', minLength: 3 }, 'x', 'O campo Nome precisa de pelo menos 3 caracteres.'],
    [{ type: 'string', maxLength: 3 }, 'long', 'O campo Nome aceita até 3 caracteres.'],
    [{ type: 'string', maxLength: 1 }, 'long', 'O campo Nome aceita até 1 caractere.'],
    [{ type: ['integer', 'string'], maxLength: 0 }, 'x', 'Escolha um item ou deixe vazio.'],
    [{ type: 'integer', minimum: 1 }, 0, 'Deve ser no mínimo 1.'],
    [{ type: 'integer', maximum: 9 }, 10, 'Deve ser no máximo 9.'],
    [{ type: 'array', maxItems: 1, items: {} }, [1, 2], 'Informe no máximo 1 item.'],
    [{ type: 'string', pattern: '^a$' }, 'x', 'Formato inválido. Confira o que foi digitado.'],
    [{ type: 'string', format: 'email' }, 'x', 'Informe um e-mail válido.'],
  ])('%j and %j: %s', (property, value, expected) => expect(message(property, value)).toBe(expected));

  it('name the value that cannot be stored, however deep it is', () => {
    const open = { name: {}, list: {} };
    const deep = (levels: number, innermost: unknown) => {
      let value = innermost;
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    const paths = (value: object) => errorsOf(open, value, 'en').map((error) => error.path);
    expect(errorsOf(open, { name: 'a\0' }, 'en')).toEqual([
      { path: '/name', message: 'The field Name contains a NUL character. Type it again.' },
    ]);
    expect(paths({ list: [{ ok: 'x', a: '\0' }] })).toEqual(['/list/0/a']);
    expect(paths({ list: { 'b\0': 1 } })).toEqual(['/list/b\0']);
    expect(paths({ list: [1, { 'c/d': '\ud83d' }] })).toEqual(['/list/1/c~1d']);
    expect(paths({ list: [1, '😀 \u{10ffff}', Number.MAX_VALUE] })).toEqual([]);
    expect(paths({ list: [-Infinity] })).toEqual(['/list/0']);
    expect(paths({ list: deep(100_000, 1) })).toEqual([`/list${'/0'.repeat(250)}`]);
    expect(paths({ list: deep(249, 1) })).toEqual([]);
  });

  it('are one for each field, at the missing or unknown property', () => {
    expect(errorsOf({ name: { type: 'string' } }, { other: 1 }, 'en', { required: ['name'] })).toEqual([
      { path: '/name', message: 'Required field' },
      { path: '/other', message: 'The field other does not exist here. Remove it.' },
    ]);
  });
});

const keywords =
  'required type enum const pattern additionalProperties dependencies minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems additionalItems uniqueItems contains minProperties maxProperties oneOf anyOf not';

describe.each(languages)('an error of a form in %s', (lang) => {
  const form = compileForm({
    kind: 'form',
    formatVersion: 2,
    id: 'f',
    schema: { type: 'object', properties: { name: { type: 'string', title: '$fields.name' } } },
    ui: { sections: [{ id: 'all', fields: ['name'] }] },
  } as FormDocument);
  const texts = {
    strings: undefined,
    lang,
    translate: (key: string, values?: Record<string, unknown>) => findText(lang, key, values),
  };
  const words = async (keyword: string, params: SchemaError['params']) => {
    const validateSchema = () => [{ keyword, path: '/name', params }];
    const { errors } = await validateForm({
      form,
      record: {},
      scope: {},
      texts,
      validateSchema,
    });
    return errors[0]?.message ?? '';
  };

  it('is a sentence for every keyword', async () => {
    const params = { limit: 2, type: 'string', multipleOf: 2, additionalProperty: 'x' };
    for (const keyword of [...keywords.split(' '), 'false schema']) {
      const sentence = await words(keyword, params);
      expect(sentence).toMatch(/^[\p{Lu}¡].* .*/u);
      expect(sentence).not.toContain('{{');
    }
    // Any text is a password.
    for (const format of Object.keys(formFormats).filter((name) => !name.endsWith('password')))
      expect(await words('format', { format })).not.toBe(await words('format', { format: 'unknown' }));
  });

  it('has the text of the rules for people', async () => {
    const errors = personErrors({ name: 'x'.repeat(201) });
    const own = (path: string) => {
      const error = errors.find((one) => one.path === path);
      return error && ruleErrorText(error, (key, values) => text(lang, key, values));
    };
    expect(own('/name')).toBe(await words('maxLength', { limit: 200 }));
    expect(own('/email')).toBe(await words('required', {}));
  });
});

it('explains the form of If-Match', () => {
  let failure: AppError | null = null;
  try {
    expectedVersion({ headers: { 'if-match': 'abc' } }, undefined);
  } catch (error) {
    failure = error as AppError;
  }
  expect(failure && failureOf(failure, 'en')).toMatchObject({
    message: `The If-Match header must carry the record's version, a quoted number such as "7".`,
    errors: [{ path: '/version' }],
  });
});
