import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer, useText } from '../../../engine/react/index.ts';
import { OptionSearch } from '../../../ui/index.ts';
import { lengthError } from '../core/field-error.ts';
import { foldText } from '../../../contracts/text.ts';

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
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

/** One or several of many, found by their beginnings. A choice applies at once; the list stays open for more. */
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
  /** Content of the button. */
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const wanted = foldText(search.trim());
  const typed = search.trim();
  const asked = isOpen && onSearch && typed !== '' ? typed : null;
  const { answer } = useAnswer(asked, async (text) => onSearch?.(text), searchPause);
  // Without an answer, those that are given are offered.
  const searched = asked !== null && answer?.question === asked ? answer.value : undefined;
  const found = (searched ?? options.filter((option) => foldText(option.label).includes(wanted))).slice(
    0,
    mostShown,
  );
  const mayCreate = onCreate !== undefined && typed !== '' && found.length === 0;
  const wrong = mayCreate ? lengthError(typed, mostCharacters) : undefined;
  const isNew = mayCreate && !wrong;
  const none = wrong ? t(...wrong) : t('kanban.noneFound');
  const note =
    found.length === mostShown
      ? t('kanban.card.firstOnly', { count: mostShown })
      : found.length === 0 && !isNew
        ? none
        : '';

  function open(next: boolean): void {
    setOpen(next);
    setSearch('');
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
        <OptionSearch
          label={label}
          search={label}
          isMultiple={!isSingle}
          text={search}
          options={[
            ...found.map((option) => ({
              key: option.id,
              content: (
                <>
                  {option.mark}
                  <span className={styles.name}>{option.label}</span>
                </>
              ),
              isChosen: chosen.includes(option.id),
            })),
            ...(isNew
              ? [{ key: 0, content: t('kanban.card.newTag', { title: typed }), isChosen: false }]
              : []),
          ]}
          note={note}
          isWrong={wrong !== undefined}
          onText={setSearch}
          onChoose={choose}
          onClose={() => open(false)}
        />
      </PopoverSurface>
    </Popover>
  );
}
