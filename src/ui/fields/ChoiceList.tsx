import {
  ListboxProvider,
  makeStyles,
  Option,
  Portal,
  tokens,
  usePositioning,
} from '@fluentui/react-components';
import type { ListboxContextValue } from '@fluentui/react-components';
import { useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';

export interface ChoiceOption {
  /** Distinct from the others as text. */
  value: unknown;
  label: string;
  disabled?: boolean | undefined;
  lang?: string;
}

/** Time between two letters of one word that is typed. Milliseconds. */
const wordPause = 700;
/** Options that Page Up and Page Down pass. */
const page = 10;
/** Around the options. Pixels. */
const padding = 4;

const useStyles = makeStyles({
  // As Fluent's Listbox in its Dropdown.
  root: {
    zIndex: 1_000_000,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    rowGap: '2px',
    maxWidth: 'min(480px, calc(100vw - 16px))',
    maxHeight: 'min(400px, 80vh)',
    overflowY: 'auto',
    padding: `${padding}px`,
    borderRadius: tokens.borderRadiusMedium,
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    flexShrink: 0,
    overflowWrap: 'anywhere',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

/** Letters without case and marks: 'e' finds 'Éric'. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The next option that can be chosen, from `from` in direction `step`; -1: there is none. */
function reachable(options: readonly ChoiceOption[], from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < options.length; at += step) {
    if (options[at]?.disabled !== true) return at;
  }
  return -1;
}

/** The option that begins with the letters; the same letter again finds the next one. -1: none does. */
function startingWith(options: readonly ChoiceOption[], letters: string, active: number): number {
  const text = plain(letters);
  const isRepeated = text.replaceAll(text.charAt(0), '') === '';
  const wanted = isRepeated ? text.charAt(0) : text;
  const first = Math.max(0, active) + (isRepeated ? 1 : 0);
  const order = options.map((_, at) => (first + at) % options.length);
  return (
    order.find((at) => options[at]?.disabled !== true && plain(options[at]!.label).startsWith(wanted)) ?? -1
  );
}

/** The open list of a `Choice`, with Fluent's options. Its keys are pressed in the button, which keeps the focus. */
export default function ChoiceList({
  id,
  button,
  label,
  options,
  value,
  typed,
  byKeyboard,
  onActive,
  onChoose,
  onClose,
}: {
  id: string;
  button: HTMLButtonElement | null;
  label: string | undefined;
  options: readonly ChoiceOption[];
  value: string;
  /** Letters that were typed before the list was there. */
  typed: string;
  byKeyboard: boolean;
  onActive(id: string): void;
  onChoose(value: string): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const { containerRef } = usePositioning({
    target: button,
    position: 'below',
    align: 'start',
    offset: 2,
    fallbackPositions: ['above'],
    overflowBoundaryPadding: 8,
    autoSize: 'height',
  });
  // Another letter goes on with the word.
  const [word] = useState(() => ({ letters: typed, at: typed === '' ? -Infinity : performance.now() }));
  const [active, setActive] = useState(() => {
    const chosen = options.findIndex((option) => String(option.value) === value);
    const found = typed === '' ? -1 : startingWith(options, typed, chosen);
    return found >= 0 ? found : chosen >= 0 ? chosen : reachable(options, 0, 1);
  });
  const [isRinged, setRinged] = useState(byKeyboard);
  const optionId = (at: number) => `${id}-${at}`;
  const choose = (at: number) => {
    const option = options[at];
    if (option && option.disabled !== true) onChoose(String(option.value));
  };

  /** The option that a key moves to; null: the key moves to none. */
  function reachedBy(event: KeyboardEvent): number | null {
    const last = options.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        return reachable(options, active + 1, 1);
      case 'ArrowUp':
        return reachable(options, active - 1, -1);
      case 'Home':
        return reachable(options, 0, 1);
      case 'End':
        return reachable(options, last, -1);
      case 'PageDown':
        return reachable(options, Math.min(last, active + page), -1);
      case 'PageUp':
        return reachable(options, Math.max(0, active - page), 1);
    }
    const now = performance.now();
    const isInWord = now - word.at < wordPause;
    if (event.key.length !== 1 || (event.key === ' ' && !isInWord)) return null;
    const letters = (isInWord ? word.letters : '') + event.key;
    Object.assign(word, { letters, at: now });
    return startingWith(options, letters, active);
  }

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const reached = event.altKey ? null : reachedBy(event);
    if (reached !== null) {
      if (reached >= 0) setActive(reached);
      setRinged(true);
    } else if (event.key === 'Tab') {
      // The focus moves on.
      choose(active);
      return;
    } else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowUp') choose(active);
    else return;
    event.preventDefault();
    // Neither the button nor a dialog around it hears the key.
    event.stopPropagation();
  });
  // As soon as the list is there: the button hears no letter in between.
  useLayoutEffect(() => {
    button?.addEventListener('keydown', hear);
    return () => button?.removeEventListener('keydown', hear);
  }, [button]);
  const tell = useEffectEvent(onActive);
  useLayoutEffect(() => {
    tell(`${id}-${active}`);
    const option = document.getElementById(`${id}-${active}`);
    const around = option?.parentElement;
    if (!option || !around) return;
    // Only the list scrolls: it is not at its place yet.
    const { offsetTop, offsetHeight } = option;
    const least = offsetTop + offsetHeight + padding - around.clientHeight;
    around.scrollTop = Math.min(Math.max(around.scrollTop, least), offsetTop - padding);
  }, [id, active]);

  const context = useMemo<ListboxContextValue>(
    () => ({
      activeOption: undefined,
      focusVisible: false,
      setActiveOption: () => undefined,
      multiselect: false,
      getOptionById: () => undefined,
      getOptionsMatchingValue: () => [],
      registerOption: () => () => undefined,
      selectedOptions: [value],
      selectOption: () => undefined,
      onOptionClick: () => undefined,
    }),
    [value],
  );
  return (
    <Portal>
      <ListboxProvider value={context}>
        <div
          ref={containerRef}
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={label ?? button?.labels[0]?.textContent}
          className={styles.root}
          style={{ minWidth: button?.offsetWidth }}
          // The button keeps the focus, also where the list is scrolled by its bar.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, at) => (
            <Option
              key={String(option.value)}
              id={optionId(at)}
              value={String(option.value)}
              text={option.label}
              disabled={option.disabled === true}
              className={styles.option}
              {...(option.lang === undefined ? {} : { lang: option.lang })}
              {...(isRinged && at === active ? { 'data-activedescendant-focusvisible': '' } : {})}
              onClick={() => choose(at)}
            >
              {option.label}
            </Option>
          ))}
        </div>
      </ListboxProvider>
    </Portal>
  );
}
