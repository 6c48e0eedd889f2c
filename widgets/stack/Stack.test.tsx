// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('stack', () => {
  it('should render its children in their order, each with its own error boundary', async () => {
    renderScreen(
      screenOf([
        {
          id: 's',
          type: 'stack',
          props: { direction: 'horizontal', gap: 'small', wrap: true },
          children: [
            { id: 'a', type: 'text', props: { text: 'um' } },
            { id: 'x', type: 'hologram' },
            { id: 'b', type: 'text', props: { text: 'dois' } },
          ],
        },
      ]),
    );
    await screen.findByText('dois');
    const ids = [...(document.querySelector('#s')?.children ?? [])].map((child) => child.id);
    expect([ids[0], ids[2]]).toEqual(['a', 'b']);
    expect(getComputedStyle(document.querySelector('#s') as Element).flexDirection).toBe('row');
  });
});
