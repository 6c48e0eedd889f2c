import { clearDrafts, createKeptEdits, forgetPersons, writeReturnAddress } from '../../client/index.ts';
import { dismissAll } from '../../ui/index.ts';
import type { Account } from './account.ts';

/**
 * Ends the session, and removes what this device keeps or shows that names anything of the company. Entries that wait in the
 * outbox stay, unreadable.
 */
export async function signOut(account: Account): Promise<void> {
  dismissAll();
  clearDrafts();
  forgetPersons();
  // Where a provider was to lead back to.
  writeReturnAddress('');
  void createKeptEdits().clear();
  await account.signOut();
}
