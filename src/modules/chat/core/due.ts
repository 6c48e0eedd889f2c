import type { Chat } from '../../../contracts/support.ts';

export interface DueState {
  kind: 'soon' | 'late';
  /** Minutes until the first answer is due, or since it was. */
  minutes: number;
  /** Milliseconds until what is shown changes. */
  next: number;
}

const MINUTE = 60_000;

/**
 * State of the first answer to a customer: nothing before its warning is due. The server computes both times within the
 * working hours.
 * @returns null with the milliseconds until something is said, which are null where nothing will be
 */
export function dueState(
  { answerWarnAt, answerDueAt }: Pick<Chat, 'answerWarnAt' | 'answerDueAt'>,
  now: number,
): DueState | { kind: 'none'; next: number | null } {
  if (answerDueAt === null) return { kind: 'none', next: null };
  const due = Date.parse(answerDueAt);
  const warn = answerWarnAt === null ? due : Date.parse(answerWarnAt);
  if (now < warn) return { kind: 'none', next: warn - now };
  if (now >= due) {
    const minutes = Math.floor((now - due) / MINUTE);
    return { kind: 'late', minutes, next: due + (minutes + 1) * MINUTE - now };
  }
  const minutes = Math.ceil((due - now) / MINUTE);
  return { kind: 'soon', minutes, next: due - now - (minutes - 1) * MINUTE };
}
