import { describe, expect, it } from 'vitest';
import { routeOfAddress, routesOfAddress, type RouteMethod } from './data-catalogue.ts';

const routes = (
  [
    ['GET', '/user'],
    ['GET', '/user/:id'],
    ['GET', '/user/export'],
    ['GET', '/user/:id/group'],
    ['POST', '/user'],
    ['GET', '/def/:kind/:id'],
  ] as const
).map(([method, path]) => ({ method, path }));

const pathsOf = (address: string, method: RouteMethod = 'GET') =>
  routesOfAddress(routes, method, address).map(({ path }) => path);
const pathOf = (address: string) => routeOfAddress(routes, 'GET', address)?.path ?? null;

describe('routesOfAddress', () => {
  it('should find every route that a reference can lead to', () => {
    expect(pathsOf('/user/{row.id}')).toEqual(['/user/:id', '/user/export']);
    expect(pathsOf('/us{state.a}r')).toEqual(['/user']);
    expect(pathsOf('/{state.a}', 'POST')).toEqual(['/user']);
  });

  it('should ignore query and fragment', () => {
    expect(pathsOf('/user?page=1&x={state.a}#top')).toEqual(['/user']);
  });

  it.each(['/user/', '/user/.', '/user/..', '/user/%65xport', '/User', '/user/1/2/3', '/def//a', ''])(
    'should find no route for %j',
    (address) => expect(pathsOf(address)).toEqual([]),
  );
});

describe('routeOfAddress', () => {
  it('should find the route whose parameters stand where the references do', () => {
    expect(pathOf('/user/{row.id}')).toBe('/user/:id');
    expect(pathOf('/user/export')).toBe('/user/export');
    expect(pathOf('/user/12/group')).toBe('/user/:id/group');
    expect(pathOf('/def/screen/{params.id}')).toBe('/def/:kind/:id');
    expect(pathOf('/people')).toBeNull();
  });
});
