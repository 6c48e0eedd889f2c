import { expect, it } from 'vitest';
import { hasOnly, parameterOf, parametersIn, pathOf, withParameter } from './address.ts';

it('sets, replaces and takes away one parameter of an address, and keeps the others as they are', () => {
  const one = withParameter('/dashboard/7', 'unit', '{row.unitId}');
  expect(one).toBe('/dashboard/7?unit={row.unitId}');
  const two = withParameter(one, 'por mês', 'a&b=ç');
  expect(two).toBe('/dashboard/7?unit={row.unitId}&por%20m%C3%AAs=a%26b%3D%C3%A7');
  expect(parameterOf(two, 'por mês')).toBe('a&b=ç');
  expect(withParameter(two, 'unit', '3')).toBe('/dashboard/7?unit=3&por%20m%C3%AAs=a%26b%3D%C3%A7');
  expect(withParameter(one, 'unit', '')).toBe('/dashboard/7');
  expect(pathOf(two)).toBe('/dashboard/7');
  expect(parameterOf('/x?unit=%', 'unit')).toBe('%');
  expect(hasOnly(two, [{ name: 'unit', label: '' }])).toBe(false);
});

it('finds the filters of a screen: those that its query names, and those of its lists', () => {
  const bar = (id: string, fields: string[], more: object = {}) => ({
    id,
    type: 'filter-bar',
    props: { fields: fields.map((field) => ({ field, label: `$${field}` })) },
    ...more,
  });
  const screen = {
    query: { u: 'state.filters.unit' },
    filters: [bar('bar', ['unit', 'kept'])],
    body: [{ id: 'tabs', type: 'tabs', children: [bar('list', ['status'], { source: 'people' })] }],
  };
  expect(parametersIn(screen, (text) => text.slice(1).toUpperCase())).toEqual([
    { name: 'u', label: 'UNIT' },
    { name: 'status', label: 'STATUS' },
  ]);
});
