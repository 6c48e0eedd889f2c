import { Combobox, Input, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';
import { foldText } from '../../../contracts/text.ts';

/** Most choices that the list shows at once; typing finds the others. */
const mostChoices = 60;

const useStyles = makeStyles({
  control: { minWidth: 0, width: '100%' },
  list: { maxHeight: '300px' },
  option: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});

export interface TextChoice {
  value: string;
  title: string;
}

interface PickedTextProps {
  label: string;
  required: boolean;
  value: string;
  choices: readonly TextChoice[];
  placeholder?: string;
  /** The label is for screen readers only. */
  quietLabel?: boolean;
  /** Says what is wrong with a text; undefined for one that can be kept. */
  errorOf(text: string): string | undefined;
  onChange(text: string): void;
}

/** A text that is one of those that are known, or that somebody types. One that cannot be kept stays in the field. */
export function PickedText({
  label,
  required,
  value,
  choices,
  placeholder,
  quietLabel = false,
  errorOf,
  onChange,
}: PickedTextProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const text = typed ?? value;
  const change = (next: string) => {
    const isKept = errorOf(next) === undefined;
    setTyped(isKept ? null : next);
    if (isKept && next !== value) onChange(next);
  };
  const wanted = isSearching ? foldText(text.trim()) : '';
  const found = choices
    .filter((choice) => foldText(`${choice.title} ${choice.value}`).includes(wanted))
    .slice(0, mostChoices);
  const named = choices.find((choice) => choice.value === value);
  // A value that is its own name is said once.
  const title = named?.title === value ? undefined : named?.title;
  return (
    <FieldFrame
      id={id}
      label={label}
      required={required}
      quietLabel={quietLabel}
      error={typed !== null && !isSearching ? errorOf(typed) : undefined}
      bare
    >
      {choices.length === 0 ? (
        <Input
          id={id}
          className={styles.control}
          spellCheck={false}
          value={text}
          onChange={(_, data) => {
            setIsSearching(true);
            change(data.value);
          }}
          onBlur={() => setIsSearching(false)}
        />
      ) : (
        <Combobox
          id={id}
          className={styles.control}
          freeform
          open={isOpen && found.length > 0}
          onOpenChange={(_, data) => setIsOpen(data.open)}
          input={{ style: { minWidth: 0 } }}
          listbox={{ className: styles.list }}
          expandIcon={{ 'aria-label': t('editor.panel.openChoices', { name: label }), tabIndex: -1 }}
          placeholder={placeholder}
          value={text}
          selectedOptions={named ? [named.value] : []}
          aria-describedby={title === undefined ? undefined : `${id}-title`}
          onChange={(event) => {
            setIsSearching(true);
            setIsOpen(true);
            change(event.currentTarget.value);
          }}
          onBlur={() => {
            setIsSearching(false);
            setIsOpen(false);
          }}
          onOptionSelect={(_, { optionValue }) => {
            setIsSearching(false);
            if (optionValue !== undefined) change(optionValue);
          }}
        >
          {found.map((choice) => (
            <Option key={choice.value} value={choice.value} text={choice.title}>
              <span className={styles.option}>
                <span>{choice.title}</span>
                {choice.title !== choice.value && <span className={styles.hint}>{choice.value}</span>}
              </span>
            </Option>
          ))}
        </Combobox>
      )}
      {title !== undefined && (
        <span id={`${id}-title`} className={styles.hint}>
          {title}
        </span>
      )}
    </FieldFrame>
  );
}
