import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressError, addressRefs, resolveAddress } from './address.ts';

const scope = { row: { id: 7, name: 'a/b ?&', dots: '..', zero: 0, no: false }, params: {} };

describe('addresses', () => {
  it('insert references percent-encoded', () => {
    expect(resolveAddress('/admin-user/{row.id}', scope)).toBe('/admin-user/7');
    expect(resolveAddress('/x/{ row.name }?y={row.zero}', scope)).toBe('/x/a%2Fb%20%3F%26?y=0');
    expect(resolveAddress('/x/{row.no}', scope)).toBe('/x/false');
  });

  it('leave out missing and empty query values and repeat the name for lists', () => {
    const query = {
      page: 1,
      name: 'á&b',
      none: undefined,
      nil: null,
      empty: '',
      list: ['a', 'b'],
      no: false,
    };
    expect(resolveAddress('/x', scope, query)).toBe('/x?page=1&name=%C3%A1%26b&list=a&list=b&no=false');
    expect(resolveAddress('/x?a=1', scope, { b: 2 })).toBe('/x?a=1&b=2');
  });

  it('name a reference without a value', () => {
    expect(() => resolveAddress('/x/{row.nothing}', scope)).toThrow(/row\.nothing/);
    expect(() => resolveAddress('/x/{row}', scope)).toThrow(AddressError);
    expect(() => resolveAddress('/x/{row.constructor}', scope)).toThrow(AddressError);
    expect(() => resolveAddress('/x/{1 + 1}', scope)).toThrow(AddressError);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    'x',
    '',
    '/a/../b',
    '/a\n',
  ])('never leave the application: %j', (address) =>
    expect(() => resolveAddress(address, scope)).toThrow(AddressError),
  );

  it('stay below their path for every value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('.', '..', '...', '%2e')),
        (value) => {
          // Browsers resolve one or two dots as path segments, percent-encoded too, so no address can carry them.
          if (/^\.{1,2}$/.test(value)) {
            expect(() => resolveAddress('/x/{row.v}/y', { row: { v: value } })).toThrow(AddressError);
            return;
          }
          const address = resolveAddress('/x/{row.v}/y', { row: { v: value } });
          const url = new URL(address, 'http://home.example');
          expect(url.host).toBe('home.example');
          expect(url.pathname.startsWith('/x/')).toBe(true);
          expect(url.pathname.endsWith('/y')).toBe(true);
        },
      ),
    );
  });

  it('carry a range as two parameters, as far as it has an end', () => {
    const query = {
      bought: { from: '2026-01-01', to: '2026-01-31' },
      price: { to: 5 },
      due: {},
      sold: { from: '' },
    };
    expect(resolveAddress('/x', {}, query)).toBe('/x?boughtFrom=2026-01-01&boughtTo=2026-01-31&priceTo=5');
    expect(resolveAddress('/x', {}, { at: { from: 1, step: 2 } })).toBe(
      `/x?at=${encodeURIComponent('{"from":1,"step":2}')}`,
    );
  });

  it('list their references', () => {
    expect(addressRefs('/x/{row.id}/{params.a.b}')).toEqual([
      ['row', 'id'],
      ['params', 'a', 'b'],
    ]);
    expect(() => addressRefs('/x/{a b}')).toThrow(AddressError);
  });
});
