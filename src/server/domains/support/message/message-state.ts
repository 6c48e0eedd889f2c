import type { MessageState } from '../../../../contracts/support.ts';

/** How far a message of ours has come. A failure stands before a delivery, which proves it wrong. */
const ranks: Readonly<Record<MessageState, number>> = {
  received: 9,
  queued: 0,
  sending: 1,
  unconfirmed: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
  played: 6,
};

const ofProvider: Readonly<Record<string, MessageState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
  failed: 'failed',
};

/** The state that a status of the provider names; undefined for words that we do not know. */
export const stateOf = (status: string): MessageState | undefined => ofProvider[status];

/** Whether a message goes from one state to another: statuses come in any order, and states only move forward. */
export const movesForward = (from: MessageState, to: MessageState): boolean => ranks[to] > ranks[from];
