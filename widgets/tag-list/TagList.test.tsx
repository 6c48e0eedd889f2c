// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { readTags } from './tags.ts';

afterEach(cleanup);

describe('tag-list', () => {
  it('should render texts and objects, and the further ones on request', async () => {
    const tags = ['Um', { text: 'Dois', value: 2, tone: 'danger', link: 'https://acme.example' }, 'Três'];
    renderScreen(screenOf([{ id: 'a', type: 'tag-list', props: { label: 'Marcas', tags, most: 2 } }]));
    expect(await screen.findByRole('list', { name: 'Marcas' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Dois' }).getAttribute('rel')).toContain('noopener');
    expect(screen.queryByText('Três')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'mais 1' }));
    expect(screen.getByText('Três')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('list'));
  });

  it('should fire press and remove with the value of the tag', async () => {
    const node = {
      id: 'a',
      type: 'tag-list',
      props: { label: 'Marcas', tags: { $expr: 'state.tags' } },
      on: {
        press: [{ request: { post: '/tag/{event}' } }],
        remove: [{ request: { delete: '/tag/{event}' } }],
      },
    };
    const { host } = renderScreen(screenOf([node], { state: { tags: [{ text: 'Dois', value: 2 }] } }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remover Dois' }));
    fireEvent.click(screen.getByRole('button', { name: 'Dois' }));
    await waitFor(() => expect(host.requests.map(({ method }) => method)).toEqual(['delete', 'post']));
    expect(host.requests.every(({ address }) => address === '/tag/2')).toBe(true);
  });

  it('should read any result of an expression', () => {
    expect(readTags(undefined)).toEqual([]);
    expect(readTags({ a: 1 })).toEqual([]);
    expect(readTags('um').map(({ text }) => text)).toEqual(['um']);
    const odd = [
      1,
      null,
      true,
      { text: '' },
      { value: 3 },
      [],
      { text: 'a', tone: 'x', icon: 4, link: 5 },
      1,
    ];
    expect(readTags(odd)).toEqual([
      { key: '0 1', value: 1, text: '1', tone: 'neutral', icon: null, link: null },
      { key: '0 3', value: 3, text: '3', tone: 'neutral', icon: null, link: null },
      { key: '0 a', value: 'a', text: 'a', tone: 'neutral', icon: null, link: null },
      { key: '1 1', value: 1, text: '1', tone: 'neutral', icon: null, link: null },
    ]);
  });
});
