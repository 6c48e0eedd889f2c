// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from '../../../contracts/json.ts';
import { screenDocument } from '../../core/testing/fixtures.ts';
import { renderScreen } from '../testing/render.tsx';

it('a fragment that is missing is named in its place', async () => {
  const failed = [{ code: 'unknown-fragment', values: { fragment: 'person-picker' }, severity: 'error' }];
  const use = { id: 'picker', use: 'person-picker', 'x-failed': failed } as unknown as Json;
  renderScreen(screenDocument({ body: [use] as never }));
  expect(await screen.findByText(/picker: .*unknown-fragment.*person-picker/)).toBeDefined();
  expect(screen.queryByText(/widgets\.frame\.unknown/)).toBeNull();
});
