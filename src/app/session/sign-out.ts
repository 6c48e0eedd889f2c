import { clearDrafts, createKeptEdits } from '../../client/index.ts';
import type { Account } from './account.ts';

/** Ends the session, and removes what forms and editors keep on this device. What waits in the outbox stays, unreadable. */
export async function signOut(account: Account): Promise<void> {
  clearDrafts();
  void createKeptEdits().clear();
  await account.signOut();
}
