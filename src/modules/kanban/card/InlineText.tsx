import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useText } from '../../../engine/react/index.ts';
import { useOpenCard } from './open-card.ts';
import { useTypedText } from './useTypedText.ts';

/** Share of the allowed length from which on the length is shown. */
const nearlyFull = 0.8;

const useStyles = makeStyles({
  root: { flexGrow: 1, minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  field: {
    minWidth: 0,
    boxSizing: 'border-box',
    padding: '3px 7px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    resize: 'none',
    fieldSizing: 'content',
    overflowWrap: 'anywhere',
    ':focus': {
      backgroundColor: tokens.colorNeutralBackground1,
      outline: `2px solid ${tokens.colorCompoundBrandStroke}`,
      outlineOffset: '-1px',
    },
  },
  wrong: { ':not(:focus)': { border: `1px solid ${tokens.colorStatusDangerBorder2}` } },
  note: {
    padding: '2px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  error: { color: tokens.colorStatusDangerForeground1 },
});

/**
 * A text that is edited where it stands: Enter and leaving save it, Escape takes it back. Typed text that is not saved stays
 * on this device, and what cannot be saved stays in its field beside the reason.
 */
export function InlineText({
  className,
  label,
  value,
  version,
  most,
  draftKey,
  onSave,
  onKey,
}: {
  className?: string;
  label: string;
  value: string;
  version: number;
  /** Characters that the server takes. */
  most: number;
  draftKey: string;
  /** @param base the version that the typing is based on */
  onSave(text: string, base: number): Promise<HostFailure | null>;
  /** Hears other keys first. @returns whether it took this one */
  onKey?(event: KeyboardEvent): boolean;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { refused } = useOpenCard();
  const [draft, setDraft] = useTypedText(draftKey);
  const [isFocused, setFocused] = useState(false);
  /** Whether an emptied text was replaced by the saved one. */
  const [wasEmptied, setEmptied] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const text = draft?.text ?? value;
  const length = [...text].length;
  const isLong = length > most;
  const isUnsaved = draft !== null && draft.text !== value;
  const save = async () => {
    if (draft === null || isLong || isSaving) return;
    const wanted = draft.text.trim();
    if (wanted === '' || wanted === value) {
      setEmptied(wanted === '');
      setDraft(null);
      return;
    }
    setSaving(true);
    const failure = await onSave(wanted, draft.version);
    setSaving(false);
    if (!failure) setDraft(null);
    else {
      refused(failure);
      // The next try is based on what the server has now.
      const { version: now } = (failure.data ?? {}) as { version?: number };
      setDraft({ text: draft.text, version: now ?? version });
    }
  };
  const note = isLong
    ? t('kanban.card.tooLong', { count: length - most, most })
    : wasEmptied
      ? t('kanban.card.emptied')
      : isFocused && length > most * nearlyFull
        ? t('kanban.card.length', { count: length, most })
        : isUnsaved && !isFocused && !isSaving
          ? t('kanban.card.unsaved')
          : null;
  return (
    <div className={styles.root}>
      <textarea
        className={mergeClasses(styles.field, className, isLong && styles.wrong)}
        rows={1}
        aria-label={label}
        aria-invalid={isLong || undefined}
        aria-describedby={note === null ? undefined : `${id}-note`}
        value={text}
        onFocus={() => setFocused(true)}
        onChange={(event) => {
          setEmptied(false);
          setDraft({ text: event.target.value.replaceAll('\n', ' '), version: draft?.version ?? version });
        }}
        onBlur={() => {
          setFocused(false);
          void save();
        }}
        onKeyDown={(event) => {
          if (onKey?.(event) === true) event.preventDefault();
          else if (event.key === 'Enter') {
            event.preventDefault();
            event.currentTarget.blur();
          } else if (event.key === 'Escape' && isUnsaved) {
            // The first Escape takes the text back, the next one closes the panel.
            event.preventDefault();
            event.stopPropagation();
            setDraft(null);
          }
        }}
      />
      {note !== null && (
        <span
          id={`${id}-note`}
          className={mergeClasses(styles.note, isLong && styles.error)}
          role={isLong || wasEmptied ? 'alert' : undefined}
        >
          {note}
        </span>
      )}
    </div>
  );
}
