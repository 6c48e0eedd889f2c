import type { DataCatalogue } from '../../src/contracts/data-catalogue.ts';
import { readDefinitions } from '../../src/server/domains/definitions/store/bundled.ts';
import { routeInfo } from '../../src/server/kernel/route-schemas.ts';
import { allRoutes } from '../../src/server/testing/people.ts';

/** The routes and entities that the product's own check of definitions knows. */
export const productCatalogue: DataCatalogue = {
  routes: allRoutes().map(routeInfo),
  entities: readDefinitions()
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document),
};
