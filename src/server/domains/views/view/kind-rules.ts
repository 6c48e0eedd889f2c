import type { KindRules } from '../../definitions/routes/definitions-resource.ts';
import type { Published } from '../../definitions/publication/published.ts';
import { refusedData } from '../../datasets/run/readable.ts';
import { datasetsOf } from '../../datasets/store/published-datasets.ts';
import { filterDiagnostics } from './filter-check.ts';
import { readersCopy } from './readers-copy.ts';

/** Rules of datasets and views for the routes of all definitions. */
export function kindRules(published: Published): KindRules {
  const { bundled } = published;
  const { runner, models } = datasetsOf(published);
  return {
    dataDiagnostics: (ctx, document) => filterDiagnostics({ bundled, runner }, ctx, document),
    refusedData: (ctx, document) => refusedData({ bundled, models }, ctx, document),
    readersCopy,
  };
}
