// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('section', () => {
  it('should be a region named by its heading', async () => {
    renderScreen(
      screenOf([
        {
          id: 's',
          type: 'section',
          props: { title: 'Acesso', description: 'Como entra', card: true },
          children: [{ id: 't', type: 'text', props: { text: 'dentro' } }],
        },
      ]),
    );
    const region = await screen.findByRole('region', { name: 'Acesso' });
    expect((await screen.findByText('dentro')).closest('section')).toBe(region);
    expect(screen.getByRole('heading', { level: 2 })).toBeTruthy();
  });
});
