import { expect, test } from 'vitest';
import { paramsOf, screenAddress } from './resolve.ts';

test('shares an address between paths that differ in numbers only', () => {
  const first = screenAddress('/admin-user/3');
  expect(first).toBe('/adm/v2/def/screen?path=%2Fadmin-user%2F3');
  expect(screenAddress('/admin-user/4')).toBe(first);
  expect(screenAddress('/admin-user/4/duplicate')).not.toBe(first);
  expect(screenAddress('/admin-user/create')).not.toBe(first);
  expect(screenAddress('/admin-user')).not.toBe(first);
});

test('opens a view by its number', () => {
  expect(screenAddress('/dashboard/1')).toBe('/handler/v2/dash/load/1');
  expect(screenAddress('/dashboard/2/')).toBe('/handler/v2/dash/load/2');
  expect(screenAddress('/dashboard/x')).toBe('/adm/v2/def/screen?path=%2Fdashboard%2Fx');
});

test('decodes the segments of parameters', () => {
  expect(paramsOf('/a/:id/b/:name', '/a/12/b/c%20d')).toEqual({ id: '12', name: 'c d' });
  expect(paramsOf('/a/:id', '/a/%zz')).toEqual({ id: '%zz' });
  expect(paramsOf('/a', '/a')).toEqual({});
});
