// Routes, topics and choices of data that definitions may name, as the server has them. Imports the whole server as TypeScript, so it runs in
// tsx, Vite, Vitest or a bundle only.
import { readEnv } from '../../src/server/env.ts';
import { buildModels } from '../../src/server/kernel/entity/entity-model.ts';
import { routeInfo } from '../../src/server/kernel/route-schemas.ts';
import { resources } from '../../src/server/resources.ts';
import { Datasets } from '../../src/server/domains/datasets/run/run.ts';
import { openPublished } from '../../src/server/domains/definitions/publication/published.ts';

/** Describes the server's routes and topics, without a server. Those of records follow the entities of screens/. */
export function serverCatalogue() {
  // Resources read nothing else of the platform before a request.
  const mounted = resources({ env: readEnv({}), routes: [], topics: [], published: openPublished() });
  return {
    routes: mounted.flatMap((resource) => resource.routes.map(routeInfo)),
    topics: mounted.flatMap((resource) => (resource.topics ?? []).flatMap(({ names }) => names)),
  };
}

/** Describes the datasets and records that views may show. */
export function dataChoices(datasets, entities, lang) {
  const caller = { grants: { allScreens: true, screens: new Map(), specials: new Set() } };
  const known = new Datasets(buildModels(entities));
  return datasets.reduce(
    (choices, dataset) => {
      try {
        const [choice] = known.choices({ caller, lang }, [dataset]);
        return choice?.kind === 'dataset' ? [...choices, choice] : choices;
      } catch {
        // Its own diagnostics say what is wrong with it.
        return choices;
      }
    },
    known.choices({ caller, lang }, []),
  );
}
