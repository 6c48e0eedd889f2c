// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('badge', () => {
  it('should be subtle for normal states, and filled for the others', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'badge', props: { text: 'Ativo', tone: 'normal' } },
        { id: 'b', type: 'badge', props: { text: 'Bloqueado', tone: 'danger' } },
        { id: 'c', type: 'badge', props: { text: '' } },
      ]),
    );
    await screen.findByText('Ativo');
    expect(document.querySelector('#a svg')).toBeTruthy();
    expect(document.querySelector('#a [style*="background"]')).toBeNull();
    expect(document.querySelector('#b [style*="background"]')).toBeTruthy();
    expect(document.querySelector('#c')).toBeNull();
  });

  it('should have colour and icon of a status of work, grey for one that nobody knows', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: 'badge', props: { text: 'Validação', status: 'validation' } },
        { id: 'b', type: 'badge', props: { text: 'Homologar', status: 'constructor' } },
        { id: 'c', type: 'badge', props: { text: 'Pendências', status: 'backlog' } },
      ]),
    );
    await screen.findByText('Validação');
    const styleOf = (id: string) => document.querySelector(`#${id} [style]`)?.getAttribute('style');
    expect(styleOf('a')).toContain('tatusValidationBackground');
    expect(styleOf('b')).toBe(styleOf('c'));
    expect(document.querySelector('#a svg')).toBeTruthy();
  });
});
