import { Button, makeStyles, mergeClasses, ToggleButton, tokens } from '@fluentui/react-components';
import { Attach20Regular } from '@fluentui/react-icons/svg/attach';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { Mic20Regular } from '@fluentui/react-icons/svg/mic';
import { Note20Regular } from '@fluentui/react-icons/svg/note';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Chat, ChatMessage, Sent } from '../../contracts/support.ts';
import { mostText } from '../../contracts/support.ts';
import type { HostFailure, PickedFile } from '../../engine/core/index.ts';
import { useHost, useText } from '../../engine/react/index.ts';
import { Icon } from '../../ui/index.ts';
import { AnswerList, useAnswers } from './Answers.tsx';
import { EmojiButton } from './EmojiButton.tsx';
import { useOpenChat } from './open-chat.ts';
import { useDraft } from './useDraft.ts';
import { VoiceNote } from './VoiceNote.tsx';

const SendFiles = lazy(() => import('./SendFiles.tsx'));

const useStyles = makeStyles({
  box: {
    position: 'relative',
    display: 'grid',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-within': {
      borderBottomColor: tokens.colorCompoundBrandStroke,
      boxShadow: `inset 0 -1px 0 ${tokens.colorCompoundBrandStroke}`,
    },
  },
  note: { backgroundColor: tokens.colorPaletteYellowBackground1 },
  text: {
    width: '100%',
    boxSizing: 'border-box',
    minHeight: '40px',
    maxHeight: '200px',
    padding: '8px 12px',
    border: 'none',
    outline: 'none',
    resize: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  actions: { display: 'flex', alignItems: 'center', columnGap: '4px', padding: '0 6px 6px' },
  rest: { flexGrow: 1 },
  tooLong: { color: tokens.colorPaletteRedForeground1 },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginInlineEnd: '8px',
    '@media (pointer: coarse)': { display: 'none' },
    '@media (max-width: 599.98px)': { display: 'none' },
  },
  reply: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    margin: '6px 6px 0',
    padding: '4px 8px',
    borderLeft: `3px solid ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
    fontSize: tokens.fontSizeBase200,
  },
  quoted: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** The field for text with what can be sent beside it: emojis, files, voice notes, templates, canned answers and internal notes. */
export function Writer({
  chat,
  reply,
  onReply,
  onType,
  onTemplates,
}: {
  chat: Chat;
  reply: ChatMessage | null;
  onReply(message: ChatMessage | null): void;
  onType(): void;
  onTemplates(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const [text, setText] = useDraft(chat.id);
  const [isRecording, setRecording] = useState(false);
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(200, area.scrollHeight)}px`;
  }, [text]);
  // Where one opens a chat, one answers; fingers would open the keyboard.
  useEffect(() => {
    if (!reply && !globalThis.matchMedia?.('(pointer: fine)').matches) return undefined;
    // The shell moves the focus to a page that was opened, in the same turn.
    return host.after(0, () => box.current?.focus());
  }, [reply, host]);
  const wasRecording = useRef(false);
  useEffect(() => {
    // The recorder that had the focus is gone.
    if (wasRecording.current && !isRecording) box.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  const [isNote, setNote] = useState(false);
  const answers = useAnswers(chat, text, (answer) => {
    setText(answer);
    box.current?.focus();
  });
  const addNote = async (): Promise<void> => {
    try {
      const answer = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/chat/${chat.id}/note`,
        body: { text, clientId: crypto.randomUUID() },
      });
      sync.take(null, [(answer as { data: Sent }).data.message]);
      setText('');
      setNote(false);
    } catch (error) {
      host.notify('error', (error as HostFailure).message);
    }
  };
  const send = (): void => {
    if (text.trim() === '' || text.length > mostText) return;
    if (isNote) return void addNote();
    sync.send(chat.id, text, reply?.id ?? null);
    setText('');
    onReply(null);
  };
  /** Puts an emoji where the caret is, and the caret behind it. */
  const insert = (emoji: string): void => {
    const area = box.current;
    const from = area?.selectionStart ?? text.length;
    const to = area?.selectionEnd ?? from;
    setText(text.slice(0, from) + emoji + text.slice(to));
    // The popover returns the focus to its button first.
    host.after(0, () => {
      area?.focus();
      area?.setSelectionRange(from + emoji.length, from + emoji.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (answers.onKeyDown(event)) return;
    if (event.key === 'Escape') {
      if (reply) onReply(null);
      else document.querySelector<HTMLElement>(`[data-chat="${chat.id}"]`)?.focus();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const attach = async (): Promise<void> => setFiles(await host.pick({ accept: [], multiple: true }));
  if (isRecording)
    return (
      <div className={styles.box}>
        <VoiceNote
          chat={chat}
          replyTo={reply?.id ?? null}
          onSent={() => {
            setRecording(false);
            onReply(null);
          }}
          onClose={() => setRecording(false)}
        />
      </div>
    );
  return (
    <div
      className={mergeClasses(styles.box, isNote && styles.note)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) setFiles([...event.dataTransfer.files]);
      }}
    >
      {reply && (
        <div className={styles.reply}>
          <span className={styles.quoted}>{reply.content || t(`chat.types.${reply.type}`)}</span>
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="dismiss" size={16} />}
            aria-label={t('chat.cancelReply')}
            onClick={() => onReply(null)}
          />
        </div>
      )}
      <AnswerList answers={answers} />
      <textarea
        ref={box}
        className={styles.text}
        rows={1}
        value={text}
        placeholder={isNote ? t('chat.writeNote') : t('chat.write')}
        aria-label={t('chat.write')}
        onChange={(event) => {
          setText(event.target.value);
          onType();
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          setFiles([...event.clipboardData.files]);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <EmojiButton onPick={insert} />
        <Button
          appearance="subtle"
          icon={<Attach20Regular />}
          aria-label={t('chat.attach')}
          onClick={() => void attach()}
        />
        <Button
          appearance="subtle"
          icon={<Mic20Regular />}
          aria-label={t('chat.voice')}
          onClick={() => setRecording(true)}
        />
        <Button appearance="subtle" icon={<DocumentText20Regular />} onClick={onTemplates}>
          {t('chat.templates')}
        </Button>
        <ToggleButton
          appearance="subtle"
          icon={<Note20Regular />}
          checked={isNote}
          aria-label={t('chat.types.note')}
          title={t('chat.types.note')}
          onClick={() => setNote(!isNote)}
        />
        <span className={styles.rest} />
        <span className={mergeClasses(styles.hint, text.length > mostText && styles.tooLong)}>
          {text.length > mostText
            ? t('chat.tooLong', { limit: mostText, length: text.length })
            : t('chat.enterSends')}
        </span>
        <Button
          appearance="primary"
          icon={<Send20Regular />}
          aria-label={t('chat.send')}
          disabled={text.trim() === '' || text.length > mostText}
          onClick={send}
        />
      </div>
      {files.length > 0 && (
        <Suspense>
          <SendFiles chat={chat} files={files} replyTo={reply?.id ?? null} onClose={() => setFiles([])} />
        </Suspense>
      )}
    </div>
  );
}
