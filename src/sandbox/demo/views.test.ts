import { expect, it } from 'vitest';
import { createDefinitions } from '../../server/domains/definitions/store/definitions.ts';
import { readDefinitions } from '../../server/domains/definitions/store/bundled.ts';
import { inspect, noFragments } from '../../server/domains/definitions/inspection/inspect.ts';
import { readSamples } from './views.ts';

it.each(readSamples().map((document) => [document['id'], document]))('%s is valid', async (_, document) => {
  const { entities } = createDefinitions(readDefinitions());
  const catalogue = { routes: [], topics: [], entities } as unknown as Parameters<typeof inspect>[1];
  const { diagnostics } = await inspect(document, catalogue, noFragments, null);
  // The routes are those of a running server.
  expect(diagnostics.filter(({ code }) => code !== 'unknown-route' && code !== 'unknown-topic')).toEqual([]);
});
