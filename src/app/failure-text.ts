import type { LocalFailure } from '../client/index.ts';

/** Keys of the texts for calls that failed before a reply was read. */
export const failureText: Record<LocalFailure, string> = {
  NETWORK: 'failure.network',
  TIMED_OUT: 'failure.timeout',
  UNREADABLE: 'failure.generic',
  ABORTED: 'failure.generic',
  TOO_LARGE: 'failure.tooLarge',
};
