import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm } from './compile.ts';
import { FormModel } from './form-model.ts';

function open(document: Partial<FormDocument>, value: JsonObject, keep: string[] = []) {
  const schema = document.schema ?? {
    type: 'object',
    properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'string' }, c: { type: 'string' } },
    required: ['a'],
  };
  const form = compileForm({
    kind: 'form',
    formatVersion: 2,
    id: 'model',
    ui: { sections: [{ id: 'all', fields: Object.keys((schema as { properties: object }).properties) }] },
    ...document,
    schema,
  });
  return new FormModel({
    form,
    value,
    keep,
    scope: () => ({}),
    texts: () => ({ strings: undefined, lang: 'pt', translate: () => null }),
  });
}

describe('an open form', () => {
  it('notifies only listeners of the changed field', () => {
    const model = open({}, {});
    const [a, b] = [vi.fn(), vi.fn()];
    model.field('a');
    model.field('b');
    model.subscribeField('a', a);
    model.subscribeField('b', b);
    model.set(['a'], 'x');
    expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
  });

  it('counts changed fields, without those reset to their loaded value', () => {
    const model = open({}, { id: 1, a: 'x', b: null });
    model.set(['a'], 'y');
    model.set(['b'], '');
    expect(model.getForm().changes).toBe(1);
    model.set(['a'], 'x');
    expect(model.getForm().changes).toBe(0);
  });

  it('submits changed visible fields and the keys of `keep`; an emptied field as null', () => {
    const rules = [{ when: { $expr: "form.b = 'show'" }, show: ['c'] }];
    const model = open({ rules }, { id: 1, a: 'x', b: 'show', c: 'old', version: 7 }, ['version']);
    model.set(['c'], 'new');
    model.set(['a'], undefined);
    expect(model.submittedValues().changes).toEqual({ a: null, c: 'new', version: 7 });
    model.set(['b'], 'hide');
    expect(model.submittedValues()).toEqual({
      values: { b: 'hide', version: 7 },
      changes: { a: null, b: 'hide', version: 7 },
    });
  });

  it('adds defaults to a new record only', () => {
    const schema = { type: 'object', properties: { kind: { type: 'string', default: 'x' } } };
    expect(open({ schema }, {}).field('kind').value).toBe('x');
    expect(open({ schema }, { id: 1 }).field('kind').value).toBeUndefined();
  });

  it('applies changes to a newer record, and reports a conflict when both changed a field', () => {
    const model = open({}, { id: 1, a: 'x', b: 'x', version: 1 }, ['version']);
    model.set(['a'], 'me');
    model.versions.load({ id: 1, a: 'x', b: 'new', version: 2 });
    expect([model.field('a').value, model.field('b').value, model.getForm().conflict]).toEqual([
      'me',
      'new',
      null,
    ]);
    model.versions.load({ id: 1, a: 'you', b: 'new', version: 3 });
    expect(model.getForm().conflict?.fields).toEqual([{ name: 'a', mine: 'me', theirs: 'you' }]);
    expect(model.field('a').value).toBe('me');
    model.versions.keepMine();
    expect(model.submittedValues().changes).toEqual({ a: 'me', version: 3 });
    model.versions.setConflict({ id: 1, a: 'they', version: 4 });
    model.takeTheirs();
    expect([model.field('a').value, model.getForm().changes, model.getForm().conflict]).toEqual([
      'they',
      0,
      null,
    ]);
  });

  it('keeps changes made during a save', () => {
    const model = open({}, { id: 1, a: 'x' });
    model.set(['a'], 'y');
    const sent = model.record;
    model.set(['b'], 'during save');
    model.saved(sent);
    expect(model.getForm().changes).toBe(1);
    expect(model.field('b').value).toBe('during save');
  });

  it('sets the value of a rule when its condition becomes true, but not on load', () => {
    const rules = [{ when: { $expr: "form.a = 'x'" }, set: { b: 'set', c: { $expr: 'form.a & form.a' } } }];
    const model = open({ rules }, { id: 1, a: 'x', b: 'own' });
    expect(model.field('b').value).toBe('own');
    model.set(['a'], 'y');
    model.set(['a'], 'x');
    expect([model.field('b').value, model.field('c').value]).toEqual(['set', 'xx']);
  });

  it('sets a list of one item where the schema has a list', async () => {
    const rules = [
      {
        when: { $expr: "form.a = 'x'" },
        set: { tags: { $expr: "$filter(['p', 'q'], function($one) { $one = 'q' })" } },
      },
    ];
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    };
    const model = open({ rules, schema, ui: { sections: [{ id: 'all', fields: ['*'] }] } }, {});
    model.set(['a'], 'x');
    await expect.poll(() => model.field('tags').value).toEqual(['q']);
  });

  it('moves errors of the server with their items, and drops those of removed ones', () => {
    const item = { type: 'object', properties: { a: { type: 'string' } } };
    const schema = { type: 'object', properties: { list: { type: 'array', items: item } } };
    const model = open(
      { schema, ui: { sections: [{ id: 'all', fields: ['*'] }] } },
      { id: 1, list: [{ a: '0' }, { a: '1' }, { a: '2' }] },
    );
    model.showServerErrors([
      { path: '/list/1/a', message: 'taken' },
      { path: '/list/2/a', message: 'long' },
    ]);
    model.arrange(['list'], [0, 2]);
    expect(model.field('list').errors).toEqual([{ path: '/list/1/a', message: 'long' }]);
    model.arrange(['list'], [null, 0, 1]);
    expect(model.field('list').errors).toEqual([{ path: '/list/2/a', message: 'long' }]);
    model.arrange(['list'], [2, 0, 1]);
    expect(model.field('list').errors).toEqual([{ path: '/list/0/a', message: 'long' }]);
  });

  it('stops rules that keep setting each other', () => {
    const rules = [
      { when: { $expr: "form.a = '1'" }, set: { a: '2' } },
      { when: { $expr: "form.a = '2'" }, set: { a: '1' } },
    ];
    const model = open({ rules }, {});
    model.set(['a'], '1');
    expect(['1', '2']).toContain(model.field('a').value);
  });

  it('shows an error when a field is left, removes it once the value is valid, and requires values only after a submit', async () => {
    const model = open({}, {});
    model.leave(['a']);
    expect(model.field('a').errors).toEqual([]);
    model.set(['a'], 'long');
    expect(model.field('a').errors).toEqual([]);
    model.leave(['a']);
    expect(model.field('a').errors).toHaveLength(1);
    model.set(['a'], 'ok');
    expect(model.field('a').errors).toEqual([]);
    model.set(['a'], undefined);
    await model.check();
    expect(model.field('a').errors.map((error) => error.path)).toEqual(['/a']);
    expect(model.getForm().rejections).toBe(1);
  });

  it('shows an error from the server at its field until the value changes, and errors of other paths for the form', () => {
    const model = open({}, { id: 1, a: 'x' });
    model.showServerErrors([
      { path: '/a', message: 'taken' },
      { path: '/other', message: 'full' },
    ]);
    expect(model.getForm().general).toEqual([{ path: '/other', message: 'full' }]);
    model.set(['a'], 'z');
    expect(model.field('a').errors).toEqual([]);
  });

  it('hides a field until its asynchronous condition is known', async () => {
    const rules = [{ when: { $expr: '$length(form.a) > 1' }, show: ['b'] }];
    const model = open({ rules }, { a: 'xx' });
    expect(model.field('b').hidden).toBe(true);
    await vi.waitFor(() => expect(model.field('b').hidden).toBe(false), { timeout: 60_000 });
  });

  it('neither adds nor removes the notice of the form when a field is left, but when no error remains', async () => {
    const checks = [{ fails: { $expr: '$not($exists(form.b))' }, message: 'b is missing' }];
    const model = open({ checks }, { a: 'x' });
    await model.check();
    expect(model.getForm().general.map((error) => error.message)).toEqual(['b is missing']);
    model.leave(['a']);
    await Promise.resolve();
    expect(model.getForm().general).toHaveLength(1);
    model.set(['b'], 'here');
    expect(model.getForm().general).toEqual([]);
    model.set(['b'], undefined);
    model.leave(['b']);
    await vi.waitFor(async () => expect((await model.check()).errors).toHaveLength(1), { timeout: 60_000 });
  });
});
