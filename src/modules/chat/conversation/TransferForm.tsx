import { Button, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState } from 'react';
import { mostText } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';
import { touchTargets } from '../touch.ts';

const useStyles = makeStyles({
  form: { display: 'grid', rowGap: '8px', ...touchTargets },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  text: { width: '100%' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', justifyContent: 'flex-end', columnGap: '8px' },
});

/** Hands a chat over to another agent, with a note where one wants to say something. */
export function TransferForm({
  name,
  onTransfer,
  onCancel,
}: {
  name: string;
  /** @returns whether the server has it; what is typed stays otherwise */
  onTransfer(note: string): Promise<boolean>;
  onCancel(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const transfer = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    if (!(await onTransfer(note.trim()))) setBusy(false);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void transfer();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void transfer();
      }}
    >
      <h2 className={styles.title}>{t('chat.transfer.title', { name })}</h2>
      <FieldFrame id={id} label={t('chat.transfer.note')} bare>
        <Textarea
          id={id}
          className={styles.text}
          ref={area}
          rows={3}
          value={note}
          maxLength={mostText}
          aria-describedby={`${id}-hint`}
          onChange={(_, { value }) => setNote(value)}
        />
      </FieldFrame>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('chat.transfer.hint')}
      </p>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('chat.cancel')}</Button>
        <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
          {t('chat.transfer.submit')}
        </Button>
      </div>
    </form>
  );
}
