// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { emojis, findEmojis } from './emoji-list.ts';
import { EmojiPicker } from './EmojiPicker.tsx';

const found = (typed: string) => findEmojis(typed).map(({ emoji }) => emoji);

it('has each emoji once, with names in all languages', () => {
  expect(new Set(emojis.map(({ emoji }) => emoji)).size).toBe(emojis.length);
  expect(emojis.filter(({ names }) => Object.values(names).includes(''))).toEqual([]);
  expect(emojis.filter(({ emoji }) => !/\p{Emoji}/u.test(emoji) || /[a-z]/i.test(emoji))).toEqual([]);
});

it.each([
  ['obrigado', '🙏'],
  ['THANKS', '🙏'],
  ['gracias', '🙏'],
  ['coracao verm', '❤️'],
  ['red hea', '❤️'],
  ['caminhão', '🚚'],
  ['✅', '✅'],
])('finds by the beginnings of words: %s', (typed, emoji) => {
  expect(found(typed)).toContain(emoji);
});

it('finds all without words, and none by the middle of one', () => {
  expect(found(' ')).toHaveLength(emojis.length);
  expect(found('brigado')).toEqual([]);
});

function open() {
  const onPick = vi.fn<(emoji: string) => void>();
  render(
    <EngineProvider registry={createRegistry([])} host={createFakeHost()}>
      <EmojiPicker onPick={onPick} />
    </EngineProvider>,
  );
  return { onPick, search: screen.getByRole('searchbox', { name: 'chat.emojis.search' }) };
}

const focused = () => document.activeElement!.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

it('begins in the search, whose Enter chooses the first that was found', () => {
  const { onPick, search } = open();
  expect(document.activeElement).toBe(search);
  press('Enter');
  expect(onPick).not.toHaveBeenCalled();
  fireEvent.change(search, { target: { value: 'joinha' } });
  press('Enter');
  expect(onPick.mock.calls).toEqual([['👍']]);
});

it('is walked by arrow keys over rows and groups, and leads back to the search', () => {
  const { onPick, search } = open();
  press('ArrowDown');
  const [first] = emojis;
  expect(focused()).toBe(first!.emoji);
  press('ArrowRight');
  press('ArrowDown');
  expect(focused()).toBe(emojis[9]!.emoji);
  fireEvent.click(document.activeElement!);
  expect(onPick.mock.calls).toEqual([[emojis[9]!.emoji]]);
  press('End');
  expect(focused()).toBe(emojis.at(-1)!.emoji);
  press('ArrowDown');
  expect(focused()).toBe(emojis.at(-1)!.emoji);
  press('Home');
  press('ArrowUp');
  expect(document.activeElement).toBe(search);
});

it('reaches the next group from a last row that is shorter', () => {
  open();
  const faces = emojis.filter(({ group }) => group === 'faces').length;
  press('ArrowDown');
  for (let row = 0; row < Math.floor(faces / 8); row += 1) press('ArrowDown');
  expect(focused()).toBe(emojis[Math.floor(faces / 8) * 8]!.emoji);
  press('ArrowDown');
  expect(focused()).toBe(emojis[faces]!.emoji);
});

it('says that nothing was found', () => {
  const { search } = open();
  fireEvent.change(search, { target: { value: 'xyzw' } });
  expect(screen.getByRole('status').textContent).toBe('chat.emojis.none');
});
