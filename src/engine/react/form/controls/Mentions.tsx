import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Editor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../hooks.ts';
import { offeredPeople, searchedName, type MentionedPerson } from './mention-search.ts';

export type { MentionedPerson } from './mention-search.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    zIndex: 2,
    insetInlineStart: '8px',
    bottom: '100%',
    minWidth: '220px',
    maxWidth: 'calc(100% - 16px)',
    boxSizing: 'border-box',
    padding: '4px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { padding: '12px 8px' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
});

interface Search {
  text: string;
  active: number;
}

/** Offers people behind an @ that begins a word. The focus stays in the text, which says the active one. */
export function useMentions(people: readonly MentionedPerson[] | undefined) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const [search, setSearch] = useState<Search | null>(null);
  const now = useRef<{ search: Search | null; editor: Editor | null; dismissed: string | null }>({
    search: null,
    editor: null,
    dismissed: null,
  });
  // The editor keeps the functions of its first rendering.
  const latest = useRef(people);
  useEffect(() => {
    latest.current = people;
  });
  const offered = search === null ? [] : offeredPeople(people ?? [], search.text);

  function show(next: Search | null): void {
    now.current.search = next;
    setSearch(next);
    const { editor } = now.current;
    if (!editor || editor.isDestroyed) return;
    const found = next === null ? [] : offeredPeople(latest.current ?? [], next.text);
    const area = editor.view.dom;
    if (found.length === 0) area.removeAttribute('aria-activedescendant');
    else area.setAttribute('aria-activedescendant', `${id}-${next!.active}`);
  }

  function insert(person: MentionedPerson): void {
    const { editor } = now.current;
    if (!editor) return;
    const { from } = editor.state.selection;
    const length = (now.current.search?.text.length ?? 0) + 1;
    show(null);
    editor
      .chain()
      .focus()
      .deleteRange({ from: from - length, to: from })
      .insertContent([
        {
          type: 'text',
          text: `@${person.name}`,
          marks: [{ type: 'link', attrs: { href: `/profile/${person.id}` } }],
        },
        { type: 'text', text: ' ' },
      ])
      .run();
  }

  return {
    /** Follows the text before the cursor. */
    follow(editor: Editor): void {
      now.current.editor = editor;
      if (latest.current === undefined) return;
      const { empty, $from } = editor.state.selection;
      const before = empty ? $from.parent.textBetween(0, $from.parentOffset, '\n', '\uFFFC') : '';
      const text = editor.isActive('link') ? null : searchedName(before);
      if (text === null) now.current.dismissed = null;
      if (text === now.current.search?.text) return;
      const isDismissed = text !== null && now.current.dismissed !== null;
      if (text === null ? now.current.search !== null : !isDismissed)
        show(text === null ? null : { text, active: 0 });
    },
    /** @returns whether the key was one for the list */
    onKeyDown(event: KeyboardEvent): boolean {
      const { search: current } = now.current;
      const found = current === null ? [] : offeredPeople(latest.current ?? [], current.text);
      if (!current || found.length === 0) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined)
        show({ ...current, active: (current.active + step + found.length) % found.length });
      else if (event.key === 'Enter' || event.key === 'Tab') insert(found[current.active] ?? found[0]!);
      else if (event.key === 'Escape') {
        now.current.dismissed = current.text;
        show(null);
      } else return false;
      event.preventDefault();
      // A dialog around it stays open.
      event.stopPropagation();
      return true;
    },
    close: () => show(null),
    list: (): ReactNode =>
      offered.length === 0 ? null : (
        <div className={styles.list} role="listbox" aria-label={t('form.richText.people')}>
          {offered.map((person, at) => (
            /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text has the focus and hears the keys */
            <div
              key={person.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === search?.active}
              className={mergeClasses(styles.option, at === search?.active && styles.active)}
              // The focus stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      ),
  };
}
