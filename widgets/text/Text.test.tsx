// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('text', () => {
  it('should format texts, values and data', async () => {
    renderScreen(
      screenOf(
        [
          { id: 'a', type: 'text', props: { text: 'Olá' } },
          { id: 'b', type: 'text', props: { text: { $expr: 'state.when' }, format: 'datetime' } },
          { id: 'c', type: 'text', props: { text: { $expr: 'state.amount' }, format: 'number' } },
          { id: 'd', type: 'text', props: { text: { $expr: 'state.long' }, truncate: true } },
        ],
        { state: { when: '2026-11-18T12:42:00Z', amount: 1234.5, long: '<b>longo</b>' } },
      ),
    );
    expect(await screen.findByText('Olá')).toBeTruthy();
    expect(screen.getByText('18/11/2026 09:42')).toBeTruthy();
    expect(screen.getByText('1.234,5')).toBeTruthy();
    expect(screen.getByTitle('<b>longo</b>').textContent).toBe('<b>longo</b>');
  });

  it('should take its colour from an expression', async () => {
    renderScreen(
      screenOf(
        [
          {
            id: 'a',
            type: 'text',
            props: { text: 'Atrasada', tone: { $expr: "state.late ? 'danger' : 'primary'" } },
          },
          { id: 'b', type: 'text', props: { text: 'Perigo', tone: 'danger' } },
        ],
        { state: { late: true } },
      ),
    );
    const late = await screen.findByText('Atrasada');
    expect(late.className).toBe(screen.getByText('Perigo').className);
  });
});
