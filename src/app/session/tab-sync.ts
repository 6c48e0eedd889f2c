import type { SessionStore } from '../../client/index.ts';
import { hasUnsaved } from '../leave-guard.ts';
import type { Account } from './account.ts';

/**
 * Applies another tab's sign-out or sign-in to this tab. If this tab has unsaved input, a sign-out opens the dialog of the
 * expired session instead of leaving; a sign-in of the same or another person closes it.
 * @param restart removes everything of the former person.
 */
export function syncWithOtherTabs(session: SessionStore, account: Account, restart: () => void): () => void {
  return session.onChange((change) => {
    if (change === 'other-user') restart();
    else if (change === 'same-user') account.resume();
    else if (hasUnsaved()) void account.signInAgain();
    else account.forget();
  });
}
