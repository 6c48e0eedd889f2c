// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { createStages } from './stages.ts';

afterEach(cleanup);

const stages = (values: unknown[]) =>
  createStages(
    { category: 's', value: 'v' },
    values.map((v, at) => ({ s: `E${at}`, v })) as never,
    String,
    'Outros',
  );

describe('the stages of a funnel', () => {
  it('should have shares of the first and of the previous stage, in the order of the rows', () => {
    expect(
      stages([200, 100, null, '150']).stages.map(({ ofFirst, ofPrevious }) => [ofFirst, ofPrevious]),
    ).toEqual([
      [1, null],
      [0.5, 0.5],
      [null, null],
      [0.75, null],
    ]);
  });

  it('should have no shares of nothing, and say what it cannot draw', () => {
    expect(stages([0, 3]).stages[1]).toMatchObject({ ofFirst: null, ofPrevious: null });
    expect(stages(['a']).problem).toEqual({ kind: 'text', field: 'v' });
    expect(stages(Array.from({ length: 41 }, () => 1)).problem).toEqual({
      kind: 'points',
      count: 41,
      limit: 40,
    });
  });
});

describe('funnel', () => {
  it('should say where most is lost, and announce each stage with its share', async () => {
    const rows = [
      { s: 'Visita', v: 1000 },
      { s: 'Proposta', v: 250 },
      { s: 'Contrato', v: 200 },
    ];
    renderScreen(
      screenOf(
        [
          {
            id: 'it',
            type: 'funnel',
            source: 'rows',
            props: { title: 'Funil', category: 's', value: 'v', bind: 'state.stage' },
          },
        ],
        { state: { stage: null }, sources: { rows: { value: { $expr: JSON.stringify(rows) } } } },
      ),
    );
    const plot = await screen.findByRole('application', { name: 'Funil' });
    expect(document.body.textContent).toContain(
      '1.000 em Visita, 200 em Contrato: 20% da primeira. Maior perda em Proposta: ficam 25%.',
    );
    plot.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(document.querySelector('figure [role="status"]')!.textContent).toBe('Proposta, 250, 25%, 2 de 3');
    expect(screen.getByRole('button', { name: 'Remover o filtro Categoria: Proposta' })).toBeTruthy();
  });
});
