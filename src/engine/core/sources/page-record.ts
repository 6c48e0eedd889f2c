import type { HostFailure } from '../contract.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import type { CompiledScreen, CompiledSource } from '../compiled-screen.ts';
import { sourcesRead } from './source-needs.ts';

/** HTTP statuses for a record that does not exist or an invalid id. */
const notFoundStatuses: ReadonlySet<number> = new Set([400, 404, 422]);

/** Whether a record failed to load because it does not exist. */
export const isNotFound = (failure: HostFailure | null): boolean =>
  failure !== null && notFoundStatuses.has(failure.status);

/** Whether a source loads one record, which a parameter of the screen's path names. */
const isNamedByPath = ({ definition, refs }: CompiledSource): boolean =>
  definition.record !== undefined && refs.some(([root]) => root === 'params');

/**
 * Source of the record that a page is about: the one that the path names and that the page's title reads, else the only one
 * that the path names. Null where there is none, and for work surfaces, which keep their bar.
 */
export function pageRecordOf({ sources, title, work }: CompiledScreen): string | null {
  if (work) return null;
  const named = [...sources.values()].filter(isNamedByPath).map(({ id }) => id);
  const inTitle = isExpression(title) ? sourcesRead(compileExpression(title.$expr).refs) : [];
  return named.find((id) => inTitle.includes(id)) ?? (named.length === 1 ? named[0]! : null);
}
