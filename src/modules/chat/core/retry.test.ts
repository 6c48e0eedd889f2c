import { expect, it } from 'vitest';
import { mayEdit, mayRetry } from './retry.ts';
import { testChat, testMessage } from './testing.ts';

const open = { chat: testChat(1), isWindowOpen: true };
const failed = (code: number | null, type: 'text' | 'template' = 'text') =>
  testMessage(1, { type, state: 'failed', sender: 'support', failure: { code, detail: '' } });

it('offers another attempt only where it can succeed', () => {
  expect([null, 131_000, 131_056, 131_047].map((code) => mayRetry(failed(code), open))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // The number cannot receive it, the customer refused it, the file or the template is wrong.
  expect([131_026, 131_050, 131_053, 132_000].map((code) => mayRetry(failed(code), open))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(mayRetry(testMessage(1, { state: 'unconfirmed' }), open)).toBe(true);
});

it('offers none where the server would refuse it: in a finished chat, and free text outside of the window', () => {
  const finished = { chat: testChat(1, { isFinished: 'Y' }), isWindowOpen: true };
  const closed = { ...open, isWindowOpen: false };
  expect([mayRetry(failed(131_000), finished), mayRetry(failed(131_000), closed)]).toEqual([false, false]);
  expect(mayRetry(failed(131_000, 'template'), closed)).toBe(true);
});

it('lets a text be changed and sent where texts can be sent', () => {
  expect(mayEdit(failed(131_026), open)).toBe(true);
  expect(mayEdit(failed(131_026, 'template'), open)).toBe(false);
  expect(mayEdit(failed(131_026), { ...open, isWindowOpen: false })).toBe(false);
});
