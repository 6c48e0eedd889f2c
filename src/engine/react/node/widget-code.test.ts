import { expect, it, vi } from 'vitest';
import { createLazyRegistry } from '../../core/index.ts';
import { whenPrepared } from './widget-code.ts';

it('stops waiting for a widget that failed to load, and asks for it once', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const registry = createLazyRegistry([{ type: 'lost', load }]);
  await whenPrepared(registry, { kind: 'screen', body: [{ id: 'a', type: 'lost' }] });
  expect(load).toHaveBeenCalledTimes(1);
});
