import type { SessionStore } from '../../client/index.ts';
import { hasUnsaved } from '../leave-guard.ts';
import type { Account } from './account.ts';

/**
 * What this tab does when another one signs out or in. Under unsaved text a sign-out asks for the same person instead of
 * leaving: only their coming back, or somebody else's, ends that.
 * @param startOver leaves nothing of the former person behind.
 */
export function syncWithOtherTabs(
  session: SessionStore,
  account: Account,
  startOver: () => void,
): () => void {
  return session.onChange((change) => {
    if (change === 'other-user') startOver();
    else if (change === 'same-user') account.resume(true);
    else if (hasUnsaved()) void account.signInAgain();
    else {
      account.resume(false);
      account.forget();
    }
  });
}
