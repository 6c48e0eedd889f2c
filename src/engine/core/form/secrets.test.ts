import { expect, test } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm } from './compile.ts';
import { secretsIn, withoutSecrets, withSealed, withSecretsOf } from './secrets.ts';

const account = {
  type: 'object',
  properties: {
    login: { type: 'string' },
    password: { type: 'string', format: 'sealed-password' },
    photo: { type: 'string' },
  },
};

function make(properties: JsonObject, fields: unknown[] = Object.keys(properties)) {
  return compileForm({
    kind: 'form',
    formatVersion: 2,
    id: 'secrets',
    schema: { type: 'object', properties, definitions: { account } },
    ui: { sections: [{ id: 'all', fields }] },
  } as unknown as FormDocument);
}

const cases: [string, JsonObject, JsonObject][] = [
  ['an object', { a: account }, { a: { login: 'x', password: 'secret' } }],
  ['a reference', { a: { $ref: '#/definitions/account' } }, { a: { password: 'secret' } }],
  ['a list', { a: { type: 'array', items: account } }, { a: [{ password: 'secret' }] }],
  [
    'a list in a list',
    { a: { type: 'array', items: { type: 'array', items: account } } },
    { a: [[{ password: 'secret' }]] },
  ],
  ['a map', { a: { type: 'object', additionalProperties: account } }, { a: { any: { password: 'secret' } } }],
  [
    'a named pattern',
    { a: { type: 'object', patternProperties: { '^k': { type: 'string', format: 'password' } } } },
    { a: { key: 'secret' } },
  ],
  [
    'an alternative',
    { a: { oneOf: [{ type: 'object', properties: { token: { type: 'string' } } }, account] } },
    { a: { password: 'secret' } },
  ],
  [
    'a condition',
    {
      a: {
        type: 'object',
        properties: { on: { type: 'boolean' } },
        if: { properties: { on: { const: true } } },
        then: { properties: { key: { type: 'string', format: 'password' } } },
      },
    },
    { a: { on: true, key: 'secret' } },
  ],
];

test.each(cases)('a password in %s is found and removed', (_place, properties, record) => {
  const form = make(properties);
  expect(secretsIn(form, record)).toHaveLength(1);
  expect(JSON.stringify(withoutSecrets(form, record))).not.toContain('secret');
});

test('a file in an object is removed, and restored from the original record', () => {
  const upload = { post: '/files', value: 'data.id' };
  const form = make({ a: account }, [{ field: 'a', fields: [{ field: 'photo', upload }] }]);
  const remaining = withoutSecrets(form, { a: { login: 'typed', photo: 'file-1' } });
  expect(remaining).toEqual({ a: { login: 'typed' } });
  expect(withSecretsOf(form, remaining, { a: { login: 'old', photo: 'file-1' } })).toEqual({
    a: { login: 'typed', photo: 'file-1' },
  });
});

test('sealed passwords are encrypted at any depth, and nothing else', async () => {
  const form = make({ a: { type: 'array', items: account }, b: { type: 'string' } });
  const sealed = await withSealed(
    form,
    { a: [{ login: 'x', password: 'p' }, { login: 'y' }], b: 'p' },
    async (text) => `sealed(${text})`,
  );
  expect(sealed).toEqual({ a: [{ login: 'x', password: 'sealed(p)' }, { login: 'y' }], b: 'p' });
});
