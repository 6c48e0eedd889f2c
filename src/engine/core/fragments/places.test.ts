import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { validateText } from '../editing/validate-text.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const people = fragment('people', {
  parameters: { source: { type: 'source' }, person: { type: 'value' } },
  body: [
    { id: 'name', type: 'label', props: { text: { $expr: 'with.person.name' } } },
    { id: 'list', type: 'grid', source: { $with: 'source' }, props: { columns: [] } },
    { id: 'again', type: 'button', on: { press: [{ refresh: [{ $with: 'source' }] }] } },
  ],
});

function fragment(id: string, more: JsonObject): JsonObject {
  return { kind: 'fragment', formatVersion: 2, id, ...more };
}

const screen = (...body: Json[]): JsonObject =>
  screenDocument({ state: { owner: null }, sources: { users: { get: '/users', rows: 'data' } }, body });
const using = (given: JsonObject, more: JsonObject = {}): JsonObject => ({
  use: 'people',
  with: { source: 'users', person: null, ...given },
  ...more,
});

const fragments = () => Promise.resolve(new Map([['people', people]]));

/** Place in the document, code, values, and place in the fragment of each diagnostic. */
async function diagnosticsOf(document: JsonObject): Promise<string[]> {
  const found = await validateDocument(document, registry, { fragments, fragmentIds: ['people', 'places'] });
  return found.map(({ pointer, code, values, fragment: inner }) =>
    [pointer, code, values.first ?? values.nearest ?? '', inner?.pointer ?? ''].join(' ').trimEnd(),
  );
}

it('of two uses with one id: a diagnostic at the second, which names the first', async () => {
  const nested = { id: 'box', type: 'box', children: [using({})] };
  expect(await diagnosticsOf(screen(using({}), nested))).toEqual([
    '/body/1/children/0 fragment-twice /body/0',
  ]);
  expect(await diagnosticsOf(screen(using({}), using({}, { id: 'second' })))).toEqual([]);
});

it('of an id that a fragment shares with the document: both as they are written', async () => {
  const own = { id: 'people-name', type: 'label' };
  expect(await diagnosticsOf(screen(using({}), own))).toEqual(['/body/1/id duplicate-id /body/0']);
  expect(await diagnosticsOf(screen(own, using({})))).toEqual(['/body/1 duplicate-id /body/0 /body/0/id']);
});

it('of an unknown source that is given: where it is written, and where the fragment uses it', async () => {
  expect(await diagnosticsOf(screen(using({ source: 'user' })))).toEqual([
    '/body/0/with/source unknown-source users /body/1/source',
    '/body/0/with/source unknown-source users /body/2/on/press/0/refresh/0',
  ]);
});

it.each([
  ['unknown-source', { person: { $expr: 'data.usres.record' } }, 'users', '/$expr'],
  ['unknown-source-member', { person: { name: { $expr: 'data.users.rws' } } }, 'rows', '/name/$expr'],
  ['unknown-state', { person: { $expr: 'state.onwer' } }, 'state.owner', '/$expr'],
])('of an %s in an expression that is given: where it is written', async (code, given, nearest, at) => {
  expect(await diagnosticsOf(screen(using(given)))).toEqual([
    [`/body/0/with/person${at}`, code, nearest, '/body/0/props/text/$expr'].join(' '),
  ]);
});

it('of an error of the fragment itself: its use, and the place in the fragment', async () => {
  const broken = fragment('people', {
    body: [{ id: 'a', type: 'label', props: { text: { $expr: 'data.x' } } }],
  });
  const found = await validateDocument(screen({ use: 'people', with: {} }), registry, {
    fragments: () => Promise.resolve(new Map([['people', broken]])),
  });
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(['/body/0 unknown-source']);
});

it('of an unknown fragment: the use, with the fragment that is meant', async () => {
  expect(await diagnosticsOf(screen({ use: 'poeple', with: {} }))).toEqual([
    '/body/0/use unknown-fragment people',
  ]);
});

it('lets the editor mend names that are given', async () => {
  const document = screen(using({ source: 'user' }), { use: 'poeple', with: {} });
  const { diagnostics } = await validateText(JSON.stringify(document), 'screen', registry, {
    fragments,
    fragmentIds: ['people'],
  });
  expect(diagnostics.map(({ code, fix }) => `${code} ${fix?.text}`)).toEqual([
    'unknown-source users',
    'unknown-source users',
    'unknown-fragment people',
  ]);
});
