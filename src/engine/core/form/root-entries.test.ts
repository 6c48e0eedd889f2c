import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { checkFormSafety, compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';
import { secretsIn } from './secrets.ts';

const service = {
  type: 'object',
  properties: { image: { type: 'string', maxLength: 5 }, token: { type: 'string', format: 'password' } },
};
const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, unlisted: { type: 'string' } },
  additionalProperties: service,
};
const documentOf = (parts: Partial<FormDocument> = {}): FormDocument => ({
  kind: 'form',
  formatVersion: 2,
  id: 'entries',
  schema,
  ui: { sections: [{ id: 'all', fields: ['*'] }] },
  ...parts,
});

function open(value: JsonObject, parts?: Partial<FormDocument>) {
  return new FormModel({
    form: compileForm(documentOf(parts)),
    value,
    keep: ['version'],
    scope: () => ({}),
    texts: () => ({ strings: undefined, lang: 'pt', translate: () => null }),
  });
}

const stored = { id: 1, version: 4, title: 'a', web: { image: 'w' }, db: { image: 'd' } };

describe('a root with free names', () => {
  it('is a form of its entries alone, too', () => {
    const only = documentOf({ schema: { type: 'object', additionalProperties: service } });
    expect(checkFormSafety(only)).toEqual([]);
    expect([...compileForm(only).fields.keys()]).toEqual(['']);
  });

  it.each([
    ['closed', { ...schema, additionalProperties: false }],
    ['open to any value', { ...schema, additionalProperties: true }],
    ['of a named schema', { type: 'object', properties: { title: {} } }],
  ])('has no entries when it is %s', (_name, closed) => {
    const model = open({ title: 'a', web: {} }, { schema: closed });
    expect(model.form.entries).toBeNull();
    expect(model.entries).toEqual({});
    expect(model.submittedValues().values).toEqual({ title: 'a' });
  });

  it('has no entries when the layout leaves them out', () => {
    const model = open({ web: {} }, { ui: { sections: [{ id: 'all', fields: ['title', 'unlisted'] }] } });
    expect(model.submittedValues().values).toEqual({});
  });

  it('has no name that a rule could use', () => {
    const rules = [{ when: { $expr: 'true' }, show: [''] }];
    expect(checkFormSafety(documentOf({ rules })).map(({ code }) => code)).toEqual(['form-field-unknown']);
  });

  it('takes the record beside named properties, the id and the kept keys as entries', () => {
    const model = open({ ...stored, unlisted: 'b' });
    expect(model.entries).toEqual({ web: { image: 'w' }, db: { image: 'd' } });
    expect(model.form.isEntry('__proto__')).toBe(false);
  });

  it('submits added, changed, renamed and removed entries as changes', () => {
    const model = open(stored);
    model.set(['web', 'image'], 'x');
    model.set(['db'], undefined);
    model.set(['new'], {});
    model.rename([], 'new', 'cache');
    expect(model.changedNames()).toEqual(['web', 'db', 'cache']);
    expect(model.submittedValues()).toEqual({
      values: { version: 4, title: 'a', web: { image: 'x' }, cache: {} },
      changes: { version: 4, web: { image: 'x' }, db: null, cache: {} },
    });
    model.reset();
    expect(model.getForm().changes).toBe(0);
  });

  it('renames an entry in its place', () => {
    const model = open(stored);
    model.rename([], 'web', 'site');
    expect(Object.keys(model.entries)).toEqual(['site', 'db']);
  });

  it('merges other entries of a newer version and reports those that both sides changed', () => {
    const model = open(stored);
    model.set(['web', 'image'], 'mine');
    const { db: _removed, ...others } = stored;
    model.versions.load({ ...others, version: 5, added: {} });
    expect(model.entries).toEqual({ web: { image: 'mine' }, added: {} });
    expect(model.submittedValues().changes).toEqual({ version: 5, web: { image: 'mine' } });

    model.versions.load({ ...stored, version: 6, web: { image: 'other' } });
    expect(model.getForm().conflict?.fields).toEqual([
      { name: 'web', mine: { image: 'mine' }, theirs: { image: 'other' } },
    ]);
    model.versions.keepMine();
    expect(model.submittedValues().changes).toEqual({ version: 6, web: { image: 'mine' } });
  });

  it('shows errors at entries, and those of missing entries above the fields', async () => {
    const model = open(stored, { schema: { ...schema, required: ['main'] } });
    model.field('');
    model.field('web');
    model.set(['web', 'image'], 'longer');
    model.leave(['web', 'image']);
    expect(model.field('web').errors.map(({ path }) => path)).toEqual(['/web/image']);
    expect(model.field('').errors).toHaveLength(1);
    expect(await model.validateFields(['title'])).toBe(true);
    expect(await model.validateFields([''])).toBe(false);
    expect(model.getForm().general.map(({ path }) => path)).toEqual(['/main']);
    model.set(['web'], undefined);
    model.set(['main'], {});
    expect((await model.check()).errors).toEqual([]);
    expect([model.field('').errors, model.field('web').errors]).toEqual([[], []]);
  });

  it('leaves errors of kept keys above the fields', () => {
    const model = open(stored);
    model.showServerErrors([
      { path: '/version', message: 'old' },
      { path: '/web/image', message: 'bad' },
    ]);
    expect(model.getForm().general.map(({ path }) => path)).toEqual(['/version']);
    expect(model.field('').errors.map(({ path }) => path)).toEqual(['/web/image']);
  });

  it('notifies the field of the entries and the entry, and no other entry', () => {
    const model = open(stored);
    const calls: string[] = [];
    for (const name of ['', 'web', 'db']) {
      model.field(name);
      model.subscribeField(name, () => calls.push(name));
    }
    model.set(['web', 'image'], 'x');
    expect(calls).toEqual(['web', '']);
  });

  it('finds passwords in entries', () => {
    const record = { ...stored, web: { token: 'x' } };
    expect(secretsIn(compileForm(documentOf()), record).map(({ path }) => path)).toEqual([['web', 'token']]);
  });
});
