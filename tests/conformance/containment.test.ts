import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DefinitionReply } from '../../src/contracts/definitions.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { compileDocument, createRegistry, loadSpecs } from '../../src/engine/core/index.ts';
import { resources } from '../../src/server/resources.ts';
import { addPeople } from '../../src/server/testing/people.ts';
import { testApp, type TestApp } from '../../src/server/testing.ts';
import { widgets } from '../../widgets/index.ts';
import { definitionsOver } from '../../src/server/testing/definitions.ts';

const document: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'broken',
  path: '/broken',
  title: 'Broken',
  access: { screen: 'admin-user', verb: 'read' },
  sources: { list: { get: 'nowhere' } },
  body: [
    { id: 'hidden', type: 'text', access: { verb: 'delete' }, props: { text: 1 } },
    { id: 'loud', type: 'badge', props: { text: 'x', tone: 'loud' } },
    { id: 'odd', type: 'hologram' },
    { id: 'fine', type: 'text', props: { text: 'x' } },
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    resources: (platform) =>
      resources(platform).map((one) =>
        one.name === 'definitions'
          ? definitionsOver(platform, [{ kind: 'screen', id: 'broken', file: '', document }])
          : one,
      ),
  });
  await addPeople(app);
});
afterAll(() => app.close());

/** Compiles the reply as a browser does, without checks of its own. */
async function compiledFor(login: string) {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const answer = await app.inject({ url: '/adm/v2/def/screen?path=/broken', headers });
  expect(answer.statusCode).toBe(200);
  const { definition, faults: diagnostics } = answer.json<{ data: DefinitionReply }>().data;
  return compileDocument(definition, createRegistry(await loadSpecs(widgets)), diagnostics);
}

it('delivers an invalid screen with its diagnostics, so that only the parts they name are missing', async () => {
  const { body, sources, diagnostics } = await compiledFor('reader');
  expect(
    body.map(({ id, type, diagnostics: own }) => [id, type, own.map((one) => `${one.pointer} ${one.code}`)]),
  ).toEqual([
    ['loud', 'badge', ['/body/0/props/tone value']],
    ['odd', 'hologram', ['/body/1/type unknown-type']],
    ['fine', 'text', []],
  ]);
  expect(sources.size).toBe(0);
  expect(diagnostics.map(({ pointer }) => pointer)).toEqual(['/sources/list/get']);
});

it('reports pointers within the pruned document that its reader gets', async () => {
  const { body } = await compiledFor('admin');
  expect(body.map(({ id, diagnostics }) => [id, diagnostics[0]?.pointer])).toEqual([
    ['hidden', '/body/0/props/text'],
    ['loud', '/body/1/props/tone'],
    ['odd', '/body/2/type'],
    ['fine', undefined],
  ]);
});
