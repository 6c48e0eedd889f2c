// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('divider', () => {
  it('should be a separator, with or without a text', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'divider', props: { text: 'ou' } },
        { id: 'b', type: 'divider', props: { direction: 'vertical' } },
      ]),
    );
    const [across, upright] = await screen.findAllByRole('separator');
    expect(across?.textContent).toBe('ou');
    expect(across?.getAttribute('aria-orientation')).toBe('horizontal');
    expect(upright?.getAttribute('aria-orientation')).toBe('vertical');
  });
});
