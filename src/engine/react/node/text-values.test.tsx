// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import page from '../../../../docs/definitions.md?raw';
import type { JsonObject } from '../../../contracts/json.ts';
import { renderScreen } from '../testing/render.tsx';

afterEach(cleanup);

const example = [...page.matchAll(/^```json screen\n(.*?)^```/gms)]
  .map(([, text = '']) => JSON.parse(text) as JsonObject)
  .find(({ id }) => id === 'example-counts')!;

it('the example of the docs counts what is chosen, in its plural forms', async () => {
  renderScreen(example);
  expect(await screen.findByText('Nada selecionado')).toBeTruthy();
  fireEvent.click(await screen.findByRole('checkbox', { name: '1' }));
  expect(await screen.findByText('1 selecionado de 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '3' }));
  expect(await screen.findByText('2 selecionados de 3')).toBeTruthy();
});
