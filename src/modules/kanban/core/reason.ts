import type { HostFailure } from '../../../engine/core/index.ts';

/** Why the server refused: what is wrong with the field, else with the whole. */
export const reasonOf = ({ errors, message }: HostFailure): string => errors[0]?.message ?? message;

/** Cards that a notice names; the others are a number. */
export const mostNamed = 5;

/**
 * The cards because of which several were refused, each with its reason.
 * @param nameOf undefined for a card that is not shown any more
 */
export function cardReasons(
  { errors }: Pick<HostFailure, 'errors'>,
  ids: readonly number[],
  nameOf: (id: number) => string | undefined,
): string[] {
  const named = errors.flatMap(({ path, message }) => {
    const at = /^\/ids\/(\d+)$/.exec(path)?.[1];
    const name = at === undefined ? undefined : nameOf(ids[Number(at)] ?? 0);
    return name === undefined ? [] : [`${name}: ${message}`];
  });
  return named.slice(0, mostNamed);
}
