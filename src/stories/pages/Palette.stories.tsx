import { Button, makeStyles } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { PaletteDialog } from '../../ui/index.ts';
import type { PaletteEntry, TextPiece } from '../../ui/index.ts';
import { sayIn, StoryPage } from '../StoryPage.tsx';
import type { Say } from '../StoryPage.tsx';

const useStyles = makeStyles({ page: { minHeight: '100vh', padding: '16px 24px' } });

/** Screens of the menu: their icons, titles and groups. */
const screens = [
  ['people', 'fields.name', 'story.people'],
  ['building', 'story.customer', 'story.people'],
  ['list', 'story.total', 'story.title'],
  ['table-simple', 'story.dueDate', 'story.title'],
  ['organization', 'story.items', 'story.title'],
  ['code', 'story.file', 'story.title'],
] as const;
const actions = ['story.create', 'story.approve', 'story.export'] as const;
const records = ['Helena Drummond', 'Caio Figueiredo', 'Escola Aurora'];

const entryOf = (icon: string, title: string, detail = '', end = ''): PaletteEntry => {
  return { id: `${icon} ${title}`, icon, title, detail, end };
};

/** The text in two or three pieces, the middle one as it was typed. */
function piecesOf(text: string, query: string): TextPiece[] {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return [{ text, matched: false }];
  const end = at + query.length;
  return [
    { text: text.slice(0, at), matched: false },
    { text: text.slice(at, end), matched: true },
    { text: text.slice(end), matched: false },
  ].filter((piece) => piece.text !== '');
}

/** The palette over a page, with screens, records and actions in memory. */
function Page({ say }: { say: Say }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState('');
  const found = (entries: PaletteEntry[]) =>
    entries.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()));
  const groups = [
    {
      id: 'go',
      title: say('finder.go'),
      entries: found(screens.map(([icon, title, group]) => entryOf(icon, say(title), say(group)))),
    },
    {
      id: 'records',
      title: say('finder.records'),
      count: say('finder.some', { shown: records.length, total: 12 }),
      entries: found(records.map((name) => entryOf('person', name, '', say('story.people')))),
    },
    {
      id: 'actions',
      title: say('finder.actions'),
      entries: found(actions.map((text) => entryOf('add', say(text)))),
    },
  ].filter(({ entries }) => entries.length > 0);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <div className={styles.page}>
      <Button onClick={() => setOpen(true)}>{say('finder.label')}</Button>
      <p data-opened>{opened}</p>
      {isOpen && (
        <PaletteDialog
          label={say('finder.label')}
          placeholder={say('finder.placeholder')}
          typed={typed}
          groups={groups}
          status={count > 0 ? say('finder.found', { count }) : say('finder.none', { query: typed })}
          keys={[
            { keys: ['↑', '↓'], text: say('finder.choose') },
            { keys: ['Enter'], text: say('finder.open') },
            { keys: ['>'], text: say('finder.onlyActions') },
          ]}
          piecesOf={(text) => piecesOf(text, typed)}
          onType={setTyped}
          onOpen={({ title }) => {
            setOpened(title);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

export default {
  title: 'Molde/Palette',
  tags: ['!autodocs'],
  render: (_, context) => <StoryPage context={context}>{(_settings, say) => <Page say={say} />}</StoryPage>,
  async play({ canvas, canvasElement, globals }) {
    const say = sayIn(globals);
    const opener = canvas.getByRole('button', { name: say('finder.label') });
    const openPalette = async () => {
      // Without the test's event around it, in which code that loads as the dialog opens is a warning.
      opener.focus();
      opener.click();
      const box = await screen.findByRole('combobox', { name: say('finder.label') });
      await waitFor(() => expect(box).toHaveFocus());
      return box;
    };
    const selected = () => screen.getByRole('option', { selected: true });
    const box = await openPalette();
    await expect(screen.getAllByRole('option')).toHaveLength(12);
    // The arrows choose in the list, over its ends, and the field keeps the focus.
    await expect(selected()).toHaveTextContent(say('fields.name'));
    await userEvent.keyboard('{ArrowUp}');
    await expect(selected()).toHaveTextContent(say('story.export'));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(selected()).toHaveTextContent(say('story.customer'));
    await expect(box).toHaveFocus();
    await expect(box).toHaveAttribute('aria-activedescendant', selected().id);
    await userEvent.type(box, 'xyz');
    await expect(screen.getByRole('status')).toHaveTextContent(say('finder.none', { query: 'xyz' }));
    await userEvent.clear(box);
    await userEvent.type(box, 'hele');
    await expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(canvasElement.querySelector('[data-opened]')).toHaveTextContent('Helena Drummond');
    await waitFor(() => expect(opener).toHaveFocus());
    await openPalette();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(opener).toHaveFocus());
    const last = await openPalette();
    await userEvent.clear(last);
  },
} satisfies Meta;

export const Light: StoryObj = {};
export const Dark: StoryObj = { globals: { theme: 'dark' } };
export const English: StoryObj = { globals: { language: 'en' } };
export const Spanish: StoryObj = { globals: { language: 'es' } };
export const Narrow: StoryObj = { globals: { viewport: { value: 'phone', isRotated: false } } };
