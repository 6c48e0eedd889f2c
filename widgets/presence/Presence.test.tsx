// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const ana = { id: 7, name: 'Ana Moreira' };

describe('presence', () => {
  it('names the others in a record, and nobody while the person is alone', async () => {
    const { host } = renderScreen(
      screenOf([
        { id: 'a', type: 'presence', props: { entity: 'user', record: 5 } },
        { id: 'b', type: 'presence', props: { entity: 'user', record: { $expr: 'params.none' } } },
        { id: 'end', type: 'text', props: { text: 'Fim' } },
      ]),
    );
    await screen.findByText('Fim');
    await expect.poll(() => host.events.places()).toEqual(['record:user:5']);
    const own = { id: host.user.id, name: host.user.name };
    act(() => host.events.fill('record:user:5', [own]));
    expect(document.querySelector('#a')).toBeNull();
    act(() => host.events.fill('record:user:5', [ana, own]));
    expect(await screen.findByRole('img', { name: 'Ana Moreira' })).toBeTruthy();
    act(() => host.events.fill('record:user:5', [ana, own], 40));
    expect(screen.getByRole('img', { name: 'Ana Moreira e mais 38' }).textContent).toContain('+38');
    act(() => host.events.fill('record:user:5', [own]));
    expect(document.querySelector('#a')).toBeNull();
    cleanup();
    expect(host.events.places()).toEqual([]);
  });
});
