// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { multipart, pickFiles } from './files.ts';

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

test('a multipart body contains the values before the files, each under its field name', () => {
  const form = multipart('photo', [new File(['x'], 'a.png')], { album: '3' });
  expect([...form.keys()]).toEqual(['album', 'photo']);
  expect(form.get('photo')).toMatchObject({ name: 'a.png' });
  expect(() => multipart('photo', [{ name: 'b', size: 1, type: '' }], {})).toThrow('b is no file');
});
