import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { entitiesById } from './entity-forms.ts';
import { withEntities, withLoadedEntities } from './entity-sources.ts';
import { compileForm, FormDocumentError } from '../form/compile.ts';
import type { FormDocument } from '../generated/documents.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument, validateParts } from '../validate/document.ts';

const owner: JsonObject = {
  kind: 'entity',
  formatVersion: 2,
  id: 'owner',
  title: 'Owner',
  display: 'fullName',
  fields: {
    id: { type: 'integer', title: 'Id', readOnly: true },
    fullName: { type: 'string', title: 'Name' },
  },
};
const thing: JsonObject = {
  kind: 'entity',
  formatVersion: 2,
  id: 'thing',
  title: 'Thing',
  fields: {
    id: { type: 'integer', title: 'Id', readOnly: true },
    serial: { type: 'string', title: '$serial', required: true, maxLength: 12 },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    notes: { type: 'text', title: 'Notes', description: 'Seen by all.' },
    price: { type: 'number', title: 'Price', scale: 2, minimum: 0, format: 'money' },
    worth: { type: 'number', title: 'Worth', compute: { $expr: 'row.price' } },
    bought: { type: 'date', title: 'Bought', required: true, default: { $expr: 'now' } },
    status: {
      type: 'string',
      title: 'Status',
      required: true,
      default: 'ok',
      options: [
        { value: 'ok', label: 'Fine', tone: 'success' },
        { value: 'lost', label: '$lost' },
      ],
    },
    owner: { type: 'reference', title: 'Owner', entity: 'owner' },
    users: { type: 'list', item: 'reference', title: 'Users', entity: 'owner' },
  },
  strings: { pt: { serial: 'Série', lost: 'Perdido' }, en: { serial: 'Serial', lost: 'Lost' } },
};
const formOf = (fields: unknown[], more: JsonObject = {}): JsonObject => ({
  kind: 'form',
  formatVersion: 2,
  id: 'thing',
  entity: 'thing',
  ui: { sections: [{ id: 'all', fields: fields as never }] },
  ...more,
});
const entityOf = entitiesById([thing, owner]);
const catalogue = { routes: [], entities: [thing, owner] };
const found = async (document: JsonObject) =>
  (await validateDocument(document, registry, { catalogue })).map(({ pointer, code, values }) =>
    `${pointer} ${code} ${String(values['nearest'] ?? '')}`.trim(),
  );

describe('a form of an entity', () => {
  it('takes limits, formats, required fields and defaults from the declaration', () => {
    const { schema, entity } = withEntities(formOf(['*']), entityOf);
    expect(entity).toBeUndefined();
    expect(schema).toMatchObject({
      required: ['serial', 'status'],
      properties: {
        serial: { type: 'string', title: '$serial', minLength: 1, maxLength: 12 },
        mail: { format: 'email', maxLength: 200 },
        notes: { maxLength: 10_000, description: 'Seen by all.' },
        price: { type: 'number', minimum: 0 },
        bought: { format: 'date' },
        status: { enum: ['ok', 'lost'], default: 'ok' },
        ownerId: { type: 'integer', minimum: 1 },
        usersIds: { type: 'array', items: { type: 'integer' } },
      },
    });
    // Properties that the server sets are no fields of the form.
    expect(Object.keys((schema as JsonObject)['properties'] as JsonObject)).not.toContain('worth');
  });

  it('shows options with their labels, records of the entity that a reference names, and texts of the declaration', () => {
    const form = withEntities(formOf(['worth', { field: 'price', widget: 'number' }, '*']), entityOf);
    const compiled = compileForm(form as unknown as FormDocument);
    expect([...compiled.fields.values()].map(({ name, widget }) => `${name} ${widget}`)).toEqual([
      'worth number',
      'price number',
      'serial text',
      'mail text',
      'notes textarea',
      'bought date',
      'status select',
      'ownerId combobox',
      'usersIds multiselect',
    ]);
    expect(compiled.fields.get('worth')?.readOnly).toBe(true);
    expect(compiled.fields.get('ownerId')?.options).toEqual({ entity: 'owner', current: 'owner.fullName' });
    expect(compiled.fields.get('status')?.options).toEqual([
      { value: 'ok', label: 'Fine', tone: 'success' },
      { value: 'lost', label: '$lost' },
    ]);
    expect(form['strings']).toEqual(thing['strings']);
  });

  it('keeps its own texts, and what its layout says', () => {
    const own = { strings: { en: { serial: 'Number' } } };
    const options = { entity: 'owner', query: { active: true } };
    const form = withEntities(formOf([{ field: 'ownerId', options }], own), entityOf);
    expect(form['strings']).toEqual({
      pt: { serial: 'Série', lost: 'Perdido' },
      en: { serial: 'Number', lost: 'Lost' },
    });
    expect(form['ui']).toMatchObject({ sections: [{ fields: [{ options }] }] });
  });

  it('works inside of a screen, and with declarations that are loaded', async () => {
    const node = { id: 'form', type: 'form', props: { document: formOf(['serial']) } };
    const document = screenDocument({ body: [node] as never });
    const asked: string[] = [];
    const load = async (id: string) => {
      asked.push(id);
      const definition = entityOf(id);
      if (!definition) throw new Error('404');
      return { definition };
    };
    expect(await withLoadedEntities(document, load)).toEqual(withEntities(document, entityOf));
    expect(asked).toEqual(['thing', 'owner']);
    expect(withEntities(document, entityOf)).toMatchObject({
      body: [{ props: { document: { schema: { properties: { serial: { maxLength: 12 } } } } } }],
    });
    const unknown = formOf(['serial'], { entity: 'nothing' });
    expect(await withLoadedEntities(unknown, load)).toEqual(unknown);
  });
});

describe('bad input of a form of an entity', () => {
  it.each<[string, JsonObject, string[]]>([
    ['none', formOf(['serial', 'ownerId', '*']), []],
    ['an unknown entity', formOf(['serial'], { entity: 'thinh' }), ['/entity unknown-entity thing']],
    [
      'fields that it lacks, or called as the declaration does',
      formOf(['serail', 'owner']),
      [
        '/ui/sections/0/fields/0 form-entity-field serial',
        '/ui/sections/0/fields/1 form-entity-field ownerId',
      ],
    ],
    ['a schema too', formOf(['serial'], { schema: { type: 'object' } }), ['/entity form-origin']],
    [
      'options of an unknown entity, and of a field without options',
      formOf([
        { field: 'ownerId', options: { entity: 'ownr' } },
        { field: 'status', options: { enum: { entity: 'thing', field: 'serial' } } },
      ]),
      [
        '/ui/sections/0/fields/0/options/entity unknown-entity owner',
        '/ui/sections/0/fields/1/options/enum/field choices-field',
        '/ui/sections/0/fields form-required-unlisted',
      ],
    ],
  ])('is reported: %s', async (_name, document, expected) => expect(await found(document)).toEqual(expected));

  it('is reported where neither schema nor entity is written', async () => {
    const { entity: _, ...document } = formOf(['serial']);
    expect(await found(document)).toEqual(['form-origin']);
  });

  it('is reported in a screen', async () => {
    const props = { document: formOf(['serail']) };
    const document = screenDocument({ body: [{ id: 'form', type: 'form', props }] as never });
    expect(await found(document)).toEqual([
      '/body/0/props/document/ui/sections/0/fields/0 form-entity-field serial',
    ]);
  });

  it('is contained where the entity is gone when the form is opened', () => {
    const document = withEntities(formOf(['serial'], { entity: 'gone' }), entityOf);
    expect(validateParts(document, registry).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/entity unknown-entity',
    ]);
    expect(() => compileForm(document as unknown as FormDocument)).toThrow(FormDocumentError);
  });
});
