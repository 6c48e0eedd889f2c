// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { pickFiles } from './files.ts';

afterEach(() => vi.restoreAllMocks());

/** Captures the file input instead of opening the browser's dialog. */
function captureInput(): { input: () => HTMLInputElement } {
  let input: HTMLInputElement | undefined;
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the element is read by the test
    input = this;
  });
  return { input: () => input! };
}

test('returns the chosen files, and none when the dialog is closed', async () => {
  const window = captureInput();
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const chosen = pickFiles({ accept: ['image/*', '.pdf'], multiple: true });
  expect(window.input()).toMatchObject({ type: 'file', accept: 'image/*,.pdf', multiple: true });
  Object.defineProperty(window.input(), 'files', { value: [file] });
  window.input().dispatchEvent(new Event('change'));
  expect(await chosen).toEqual([file]);
  const closed = pickFiles({ accept: [], multiple: false });
  window.input().dispatchEvent(new Event('cancel'));
  expect(await closed).toEqual([]);
});
