import { describe, expect, it } from 'vitest';
import { eventsOf, nextState, type ChatChange, type ChatState } from './transitions.ts';

const waiting: ChatState = { attendantId: null, isActive: false, isFinished: false };
const active: ChatState = { attendantId: 7, isActive: true, isFinished: false };
const finished: ChatState = { attendantId: null, isActive: false, isFinished: true };

describe('a chat', () => {
  it.each<[string, ChatState, ChatChange, ChatState, string[]]>([
    ['is active with an attendant', waiting, { attendantId: 7 }, active, ['assigned']],
    ['waits without one', active, { attendantId: null }, waiting, ['unassigned']],
    ['changes its attendant', active, { attendantId: 8 }, { ...active, attendantId: 8 }, ['assigned']],
    [
      'is finished without an attendant',
      active,
      { isFinished: true, isActive: false },
      finished,
      ['finished'],
    ],
    ['is finished while it waits', waiting, { isFinished: true }, finished, ['finished']],
    [
      'stays finished with an attendant',
      finished,
      { attendantId: 7 },
      { ...finished, attendantId: 7 },
      ['assigned'],
    ],
    [
      'is reopened with its attendant',
      { ...finished, attendantId: 7 },
      { isFinished: false, isActive: true },
      active,
      ['reopened'],
    ],
    [
      'is reopened with a given attendant',
      finished,
      { attendantId: 7, isFinished: false },
      active,
      ['reopened', 'assigned'],
    ],
    ['stays as it is', active, {}, active, []],
    ['waits with its attendant', active, { isActive: false }, { ...active, isActive: false }, []],
    ['is finished once', finished, { isFinished: true }, finished, []],
  ])('%s', (_name, now, given, next, events) => {
    expect(nextState(now, given)).toEqual(next);
    expect(eventsOf(now, next)).toEqual(events);
  });

  it('is not reopened without an attendant', () => {
    expect(() => nextState(finished, { isFinished: false })).toThrow('RULE_BROKEN');
    expect(() =>
      nextState({ ...finished, attendantId: 7 }, { isFinished: false, attendantId: null }),
    ).toThrow('RULE_BROKEN');
  });

  it('is never active and finished', () => {
    expect(() => nextState(waiting, { isActive: true, isFinished: true })).toThrow('RULE_BROKEN');
  });
});
