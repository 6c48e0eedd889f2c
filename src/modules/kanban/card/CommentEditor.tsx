/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears the keys of the text within it */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import { lazyRichText, useText } from '../../../engine/react/index.ts';
import { LazyComponent, SkeletonItem } from '../../../ui/index.ts';
import { useOpenBoard } from '../open-board.ts';
import { useTypedText } from './useTypedText.ts';

const useStyles = makeStyles({
  closed: {
    justifyContent: 'flex-start',
    width: '100%',
    minHeight: '36px',
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  label: { display: 'block', marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
  actions: { display: 'flex', columnGap: '8px', marginTop: '8px' },
});

/** Writes a comment. The typed text stays on this device until the server has it. */
export function CommentEditor({
  draftKey,
  label,
  submit,
  value,
  version = 0,
  onCancel,
  onSubmit,
}: {
  draftKey: string;
  label: string;
  submit: string;
  /** The text that is changed; undefined for a new one, whose editor opens on demand. */
  value?: string;
  version?: number;
  onCancel?(): void;
  /** @returns whether the server has it */
  onSubmit(body: string, version: number): Promise<boolean>;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { board } = useOpenBoard();
  const [draft, setDraft] = useTypedText(draftKey);
  const [isBusy, setBusy] = useState(false);
  const text = draft?.text ?? value ?? null;
  const isOpen = text !== null;
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that sent it, or the text, left with the focus.
    if (!isOpen && wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (text === null)
    return (
      <Button ref={opener} className={styles.closed} onClick={() => setDraft({ text: '', version })}>
        {label}
      </Button>
    );
  const send = async () => {
    if (isBusy || text === '') return;
    setBusy(true);
    const isDone = await onSubmit(text, draft?.version ?? version);
    setBusy(false);
    if (isDone) setDraft(null);
  };
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void send();
      }}
    >
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <LazyComponent source={lazyRichText} fallback={<SkeletonItem height={140} />}>
        {(RichText) => (
          <RichText
            id={id}
            label={label}
            value={text}
            onChange={(typed) => setDraft({ text: typed, version: draft?.version ?? version })}
            people={board.users.filter(({ assignable }) => assignable)}
            placeholder={t('kanban.card.mentionHint')}
            focused
          />
        )}
      </LazyComponent>
      <div className={styles.actions}>
        <Button
          appearance="primary"
          size="small"
          disabled={isBusy || text === ''}
          onClick={() => void send()}
        >
          {submit}
        </Button>
        <Button
          size="small"
          onClick={() => {
            setDraft(null);
            onCancel?.();
          }}
        >
          {t('kanban.card.cancel')}
        </Button>
      </div>
    </div>
  );
}
