// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const preview = (props: object) => screenOf([{ id: 'a', type: 'theme-preview', props }]);

describe('theme-preview', () => {
  it('should render a page in its own colours, out of reach of keyboard and screen reader', async () => {
    renderScreen(preview({ label: 'Claro', actionColor: '#4F3277' }));
    const picture = await screen.findByRole('img', { name: 'Claro' });
    expect(await within(picture).findByText('Novo')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(picture.querySelector('[inert]')).not.toBeNull();
  });

  it('should render the sixteen shades of the colour, and of the default for a text that is no colour', async () => {
    renderScreen(preview({ label: 'Tons', show: 'shades', actionColor: 'red; }' }));
    const picture = await screen.findByRole('img', { name: 'Tons' });
    expect(picture.children).toHaveLength(16);
    expect((picture.children[7] as HTMLElement).style.backgroundColor).toBe('rgb(0, 126, 120)');
  });

  it('should render the sign-in page with its text on the cover', async () => {
    renderScreen(preview({ label: 'Login', show: 'login', layout: 2, text: 'Obra e prazo' }));
    const picture = await screen.findByRole('img', { name: 'Login' });
    expect(await within(picture).findByText('Obra e prazo')).toBeTruthy();
  });

  it.each([1, 2])('should show the pictures of layout %i, but none of another server', async (layout) => {
    const login = { label: 'Login', show: 'login', layout, text: 'Obra e prazo' };
    const addresses = async (pictures: object) => {
      renderScreen(preview({ ...login, ...pictures }));
      const picture = await screen.findByRole('img', { name: 'Login' });
      await within(picture).findByText('Bem-vindo!');
      const found = [...picture.querySelectorAll('img')].map((one) => one.getAttribute('src'));
      cleanup();
      return found;
    };
    expect(await addresses({ logo: 'blob:logo', cover: 'data:image/png;base64,AA' })).toEqual([
      'data:image/png;base64,AA',
      'blob:logo',
    ]);
    expect(await addresses({ logo: 'https://a.example/a.png', cover: 'data:image/svg+xml,<svg/>' })).toEqual(
      [],
    );
  });
});
