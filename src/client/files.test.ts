// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { multipart, pickFiles, tooLarge } from './files.ts';

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

test('a large file is compared with the limits of the server before it is sent', async () => {
  const load = vi.fn<(address: string) => Promise<unknown>>(() =>
    Promise.resolve({ data: { maxBytes: 4_194_304, quotaBytes: 10_485_760, usedBytes: 8_388_608 } }),
  );
  const translate = (key: string, values?: Record<string, unknown>) => `${key} ${JSON.stringify(values)}`;
  const check = (address: string, size: number) =>
    tooLarge(address, [{ name: 'a', size, type: '' }], load, translate);
  expect(await check('/adm/v2/files', 1000)).toBe(null);
  expect(await check('/elsewhere', 9_000_000)).toBe(null);
  expect(load).not.toHaveBeenCalled();
  expect(await check('/adm/v2/files', 2_000_000)).toBe(null);
  expect(load).toHaveBeenCalledWith('/adm/v2/files/limits');
  expect(await check('/adm/v2/files', 3_000_000)).toBe(
    'failures.upload.tooLarge {"name":"a","limit":"2 MB"}',
  );
});
