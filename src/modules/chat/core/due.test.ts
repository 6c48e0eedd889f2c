import { expect, it } from 'vitest';
import { dueState } from './due.ts';

const at = (clock: string): number => Date.parse(`2026-11-27T${clock}Z`);
const chat = { answerWarnAt: '2026-11-27T12:24:00.000Z', answerDueAt: '2026-11-27T12:30:00.000Z' };

it.each([
  ['12:00:00', { kind: 'none', next: 24 * 60_000 }],
  ['12:24:00', { kind: 'soon', minutes: 6, next: 60_000 }],
  ['12:28:30', { kind: 'soon', minutes: 2, next: 30_000 }],
  ['12:29:30', { kind: 'soon', minutes: 1, next: 30_000 }],
  ['12:30:00', { kind: 'late', minutes: 0, next: 60_000 }],
  ['12:41:30', { kind: 'late', minutes: 11, next: 30_000 }],
])('says at %s what is due', (clock, state) => {
  expect(dueState(chat, at(clock))).toEqual(state);
});

it('says nothing of a chat that wants no answer', () => {
  expect(dueState({ answerWarnAt: null, answerDueAt: null }, at('12:00:00'))).toEqual({
    kind: 'none',
    next: null,
  });
});
