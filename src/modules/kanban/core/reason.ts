import type { HostFailure } from '../../../engine/core/index.ts';

/** Why the server refused: what is wrong with the field, else with the whole. */
export const reasonOf = ({ errors, message }: HostFailure): string => errors[0]?.message ?? message;
