import { expect, test } from 'vitest';
import { hostLabel } from './Header.tsx';

test.each([
  ['acme.example.com:3000', 'acme'],
  ['localhost:3000', 'localhost'],
  ['127.0.0.1:3000', 'demo'],
  ['[::1]:3000', 'demo'],
])('the label of %s is %s', (host, label) => {
  expect(hostLabel(host, 'demo')).toBe(label);
});

test('an address by number is its own label until the tenant is known', () => {
  expect(hostLabel('10.0.0.7', undefined)).toBe('10.0.0.7');
});
