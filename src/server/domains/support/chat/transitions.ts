import { ruleBroken } from '../../../kernel/errors.ts';

export interface ChatState {
  attendantId: number | null;
  isActive: boolean;
  isFinished: boolean;
}

/** State that a call asks for; fields that it does not name stay. */
export type ChatChange = Partial<ChatState>;

export type ChatEventName = 'assigned' | 'unassigned' | 'finished' | 'reopened';

/**
 * The next state of a chat (specification 2, section 4): an assignment makes a chat active, its end makes it waiting; a finished
 * chat only changes its attendant; finishing clears the attendant, and reopening needs one.
 * @throws AppError RULE_BROKEN
 */
export function nextState(now: ChatState, given: ChatChange): ChatState {
  if (given.isActive === true && given.isFinished === true)
    throw ruleBroken('errors.support.activeAndFinished', {
      errors: [{ path: '/isActive', key: 'errors.support.activeAndFinished' }],
    });
  const attendantId = given.attendantId === undefined ? now.attendantId : given.attendantId;
  const finishes = given.isFinished === true && !now.isFinished;
  if (finishes) return { attendantId: null, isActive: false, isFinished: true };
  const reopens = now.isFinished && (given.isFinished === false || given.isActive === true);
  if (reopens) {
    if (attendantId === null) throw ruleBroken('errors.support.reopen');
    return { attendantId, isActive: true, isFinished: false };
  }
  if (now.isFinished) return { attendantId, isActive: false, isFinished: true };
  if (given.attendantId !== undefined)
    return { attendantId, isActive: attendantId !== null, isFinished: false };
  return { attendantId, isActive: given.isActive ?? now.isActive, isFinished: false };
}

/** Events of a chat, for its history. */
export function eventsOf(before: ChatState, after: ChatState): ChatEventName[] {
  if (!before.isFinished && after.isFinished) return ['finished'];
  return [
    ...(before.isFinished && !after.isFinished ? (['reopened'] as const) : []),
    ...(before.attendantId !== after.attendantId
      ? ([after.attendantId === null ? 'unassigned' : 'assigned'] as const)
      : []),
  ];
}
