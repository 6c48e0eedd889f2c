import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';

const useStyles = makeStyles({
  search: { width: '100%' },
  list: { maxHeight: '280px', overflowY: 'auto', marginTop: '8px' },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '36px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  content: { display: 'flex', alignItems: 'center', columnGap: '8px', flexGrow: 1, minWidth: 0 },
  note: { margin: '8px', color: tokens.colorNeutralForeground3 },
});

export interface SearchedOption {
  key: number;
  content: ReactNode;
  isChosen: boolean;
}

/** A search box over the options that it finds: the focus stays in the box, the arrow keys go through the options. */
export function OptionSearch({
  label,
  search,
  text,
  options,
  note = '',
  isWrong = false,
  isMultiple = false,
  isPending = false,
  children,
  onText,
  onChoose,
  onClose,
}: {
  /** Name of the list. */
  label: string;
  /** Name of the box, shown in it while it is empty. */
  search: string;
  text: string;
  options: readonly SearchedOption[];
  /** Why there are no options, or not all. */
  note?: string;
  /** Whether the note says what is wrong with the text. */
  isWrong?: boolean;
  isMultiple?: boolean;
  /** Whether the options are still those of an earlier text: Enter chooses none of them. */
  isPending?: boolean;
  /** Stands between box and options. */
  children?: ReactNode;
  onText(text: string): void;
  /** @param at index of the option */
  onChoose(at: number): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const id = useId();
  const [active, setActive] = useState(0);
  const { length } = options;
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && length > 0) setActive((active + step + length) % length);
    else if (event.key === 'Enter') {
      if (active < length && !isPending) onChoose(active);
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    // The surface around it stays open.
    event.stopPropagation();
  }
  return (
    <>
      <Input
        className={styles.search}
        value={text}
        placeholder={search}
        aria-label={search}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={length === 0 ? undefined : `${id}-${active}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={note === '' ? undefined : `${id}-note`}
        contentBefore={<Icon name="search" size={16} />}
        onChange={(_, { value }) => {
          onText(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        aria-busy={isPending || undefined}
        className={styles.list}
      >
        {options.map(({ key, content, isChosen }, at) => (
          /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the search box has the focus and hears the keys */
          <div
            key={key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={isChosen}
            className={mergeClasses(styles.option, at === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(at)}
          >
            <span className={styles.content}>{content}</span>
            {isChosen && <Icon name="checkmark" size={16} />}
          </div>
        ))}
      </div>
      {note !== '' && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
    </>
  );
}
