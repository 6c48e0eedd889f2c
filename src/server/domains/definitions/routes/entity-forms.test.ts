import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { BundledDefinition } from '../store/bundled.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';
import { definitionsOver } from '../../../testing/definitions.ts';

const base = { formatVersion: 2, title: 'Thing' };
const thing: JsonObject = {
  ...base,
  kind: 'entity',
  id: 'thing',
  access: { screen: 'things' },
  display: 'name',
  fields: {
    id: { type: 'integer', title: 'Id' },
    name: { type: 'string', title: 'Name', required: true },
    price: { type: 'number', title: 'Price', required: true, access: { verb: 'delete' } },
    worth: { type: 'number', title: 'Worth', compute: { $expr: 'row.price * 2' } },
    count: { type: 'integer', title: 'Count' },
    total: { type: 'number', title: 'Total' },
  },
};
/** The screen of the form is another one than that of the entity. */
const form: JsonObject = {
  ...base,
  kind: 'form',
  id: 'thing',
  access: { screen: 'admin-user', verb: 'read' },
  entity: 'thing',
  ui: { sections: [{ id: 'main', fields: ['name', 'worth', '*'] }] },
  rules: [
    { when: { $expr: 'form.count > 1' }, show: ['price', 'total'] },
    { when: { $expr: 'form.count > 2' }, require: ['price'], set: { price: 1 } },
  ],
  compute: { total: { $expr: 'form.price * form.count' } },
  checks: [
    { fails: { $expr: 'form.price > 9' }, message: 'Too much', field: 'price' },
    { fails: { $expr: "form.name = ''" }, message: 'Nameless' },
  ],
};
const { access: _access, ...inline } = form;
const screenOf = (id: string): JsonObject => ({
  ...base,
  kind: 'screen',
  id,
  path: `/${id}`,
  access: { screen: 'admin-user', verb: 'read' },
  body: [{ id: 'form', type: 'form', props: { document: { ...inline, id: 'inline' } } }],
});
const ownForm: JsonObject = { ...form, id: 'own-thing' };
const bundled: BundledDefinition[] = [
  { kind: 'entity', id: 'thing', file: 'thing.entity.json', document: thing },
  { kind: 'form', id: 'thing', file: 'thing.form.json', document: form },
  { kind: 'screen', id: 'thing', file: 'thing.screen.json', document: screenOf('thing') },
];

let app: TestApp;

beforeAll(async () => {
  app = await testApp({
    resources: (platform) => [
      ...resources(platform).filter(({ name }) => name !== 'definitions'),
      definitionsOver(platform, bundled),
    ],
  });
  await startDefinitionWorker();
  await addPerson(app, 'keeper', { 'admin-user': 'r', things: 'rcud' });
  await addPerson(app, 'reader', { 'admin-user': 'rcud', things: 'r' });
  for (const definition of [ownForm, screenOf('own-screen')]) await publish(definition);
});
afterAll(() => app.close());

async function publish(definition: JsonObject): Promise<void> {
  const headers = await app.sessionOf(app.tenants.acme, 'admin');
  const url = `/adm/v2/def/${String(definition.kind)}/${String(definition.id)}`;
  const saved = await app.inject({ method: 'PUT', url, headers, payload: { definition, version: 0 } });
  expect([saved.statusCode, saved.json().errors]).toEqual([200, undefined]);
  const payload = { comment: 'x' };
  const published = await app.inject({ method: 'POST', url: `${url}/publish`, headers, payload });
  expect([published.statusCode, published.json().errors]).toEqual([200, undefined]);
}

async function served(login: string, path: string): Promise<JsonObject> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ url: `/adm/v2/def/${path}`, headers });
  const { definition, faults } = reply.json<{ data: { definition: JsonObject; faults: unknown } }>().data;
  expect(faults).toEqual([]);
  if (definition.kind === 'form') return definition;
  const [node] = definition.body as JsonObject[];
  return (node!.props as JsonObject).document as JsonObject;
}

const fieldsOf = ({ ui }: JsonObject): string[] =>
  (ui as { sections: { fields: (string | { field: string })[] }[] }).sections.flatMap(({ fields }) =>
    fields.map((field) => (typeof field === 'string' ? field : field.field)),
  );

describe.each(['form/thing', 'screen/thing', 'form/own-thing', 'screen/own-screen'])(
  'the form of an entity in %s',
  (path) => {
    it('is whole for those who may use every field', async () => {
      const found = await served('keeper', path);
      expect(fieldsOf(found)).toEqual(['name', 'worth', 'price', 'count', 'total']);
      expect(JSON.stringify(found.ui)).not.toContain('access');
      expect(found).toMatchObject({
        schema: { required: ['name', 'price'] },
        rules: form.rules,
        compute: form.compute,
        checks: form.checks,
      });
    });

    it('has no field that its reader may not use, nor what names it or is computed from it', async () => {
      const found = await served('reader', path);
      expect(fieldsOf(found)).toEqual(['name', 'count']);
      const { schema } = found as { schema: { properties: JsonObject } };
      expect(Object.keys(schema.properties)).toEqual(['name', 'count']);
      expect(found).toMatchObject({ schema: { required: ['name'] }, rules: [], compute: {} });
      expect(found.checks).toEqual([(form.checks as JsonObject[])[1]]);
      expect(JSON.stringify(found)).not.toContain('price');
    });
  },
);
