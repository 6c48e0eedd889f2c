import {
  Button,
  Input,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { Icon } from '../../../ui/index.ts';
import { lengthError } from '../core/field-error.ts';
import { folded } from '../core/filter.ts';

export interface PickerOption {
  id: number;
  label: string;
  mark?: ReactNode;
}

/** Options that are shown at once; the search finds the others. */
const mostShown = 50;

/** Characters of an option that is made. */
const mostCharacters = 60;

/** Pause in typing after which others are searched. Milliseconds. */
const searchPause = 250;

const useStyles = makeStyles({
  button: {
    justifyContent: 'flex-start',
    width: '100%',
    minWidth: 0,
    minHeight: '32px',
    height: 'auto',
    padding: '3px 8px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  surface: { width: '264px', maxWidth: 'calc(100vw - 32px)', boxSizing: 'border-box', padding: '8px' },
  search: { width: '100%' },
  list: { maxHeight: '240px', overflowY: 'auto', marginTop: '8px' },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '32px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  none: { margin: '8px', color: tokens.colorNeutralForeground3 },
});

/** What a search found; null without one, and while nothing is typed. An answer that was overtaken is dropped. */
function useSearched(
  text: string,
  onSearch: ((text: string) => Promise<readonly PickerOption[]>) | undefined,
): readonly PickerOption[] | null {
  const [found, setFound] = useState<{ text: string; options: readonly PickerOption[] } | null>(null);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (text === '' || !latest.current) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      latest.current?.(text).then(
        (options) => {
          if (isCurrent) setFound({ text, options });
        },
        // Those that are given are offered instead.
        () => undefined,
      );
    }, searchPause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found !== null && found.text === text ? found.options : null;
}

/** One or several of many, found by their beginnings. What is chosen applies at once; the list stays open for more. */
export function Picker({
  id,
  label,
  options,
  chosen,
  isSingle = false,
  onChange,
  onCreate,
  onSearch,
  children,
}: {
  id: string;
  label: string;
  options: readonly PickerOption[];
  chosen: readonly number[];
  /** Whether one alone can be chosen: the list closes behind it. */
  isSingle?: boolean;
  onChange(chosen: number[]): void;
  /** Makes an option of a text that none has. */
  onCreate?: ((text: string) => void) | undefined;
  /** Finds options beside those that are given, which are offered while nothing is typed. */
  onSearch?: ((text: string) => Promise<readonly PickerOption[]>) | undefined;
  /** What the button shows. */
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const wanted = folded(search.trim());
  const typed = search.trim();
  const searched = useSearched(isOpen ? typed : '', onSearch);
  const found = (searched ?? options.filter((option) => folded(option.label).includes(wanted))).slice(
    0,
    mostShown,
  );
  const mayCreate = onCreate !== undefined && typed !== '' && found.length === 0;
  const wrong = mayCreate ? lengthError(typed, mostCharacters) : undefined;
  const isNew = mayCreate && !wrong;
  const count = found.length + (isNew ? 1 : 0);

  function open(next: boolean): void {
    setOpen(next);
    setSearch('');
    setActive(0);
    if (!next) button.current?.focus();
  }
  function choose(at: number): void {
    const option = found[at];
    if (!option) {
      if (isNew) onCreate(typed);
      setSearch('');
      return;
    }
    const isChosen = chosen.includes(option.id);
    if (isSingle) onChange(isChosen ? [] : [option.id]);
    else onChange(isChosen ? chosen.filter((one) => one !== option.id) : [...chosen, option.id]);
    if (isSingle) open(false);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) setActive((active + step + count) % count);
    else if (event.key === 'Enter') choose(active);
    else if (event.key === 'Escape') open(false);
    else return;
    event.preventDefault();
    // The panel around it stays open.
    event.stopPropagation();
  }
  const row = (at: number, content: ReactNode, isChosen?: boolean) => (
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search box has the focus and hears the keys */
    <div
      key={at}
      id={`${listId}-${at}`}
      role="option"
      aria-selected={isChosen === true}
      className={mergeClasses(styles.option, at === active && styles.active)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(at)}
    >
      {content}
      {isChosen === true && <Icon name="checkmark" size={16} />}
    </div>
  );
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, change) => open(change.open)}
      positioning="below-start"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          ref={button}
          id={id}
          className={styles.button}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-haspopup="dialog"
        >
          <span id={`${id}-value`} className={styles.name}>
            {children}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <Input
          className={styles.search}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={count === 0 ? undefined : `${listId}-${active}`}
          value={search}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${listId}-note`}
          contentBefore={<Icon name="search" size={16} />}
          onChange={(_, { value }) => {
            setSearch(value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={listId}
          className={styles.list}
          role="listbox"
          aria-label={label}
          aria-multiselectable={!isSingle}
        >
          {found.map((option, at) =>
            row(
              at,
              <>
                {option.mark}
                <span className={styles.name}>{option.label}</span>
              </>,
              chosen.includes(option.id),
            ),
          )}
          {isNew && row(found.length, t('kanban.card.newTag', { title: typed }))}
        </div>
        {found.length === mostShown && (
          <p className={styles.none}>{t('kanban.card.firstOnly', { count: mostShown })}</p>
        )}
        {count === 0 && (
          <p id={`${listId}-note`} className={styles.none}>
            {wrong ? t(...wrong) : t('kanban.noneFound')}
          </p>
        )}
      </PopoverSurface>
    </Popover>
  );
}
