// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { multipart, tooLarge } from './transfers.ts';

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
