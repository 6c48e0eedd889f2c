import type { KindRules, Published } from '../../definitions/index.ts';
import { datasetsOf, refusedData } from '../../datasets/index.ts';
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
