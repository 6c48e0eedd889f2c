import {
  Button,
  makeStyles,
  MenuButton,
  MenuItem,
  mergeClasses,
  ToggleButton,
  tokens,
} from '@fluentui/react-components';
import { Attach20Regular } from '@fluentui/react-icons/svg/attach';
import { ContactCard20Regular } from '@fluentui/react-icons/svg/contact-card';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { Location20Regular } from '@fluentui/react-icons/svg/location';
import { Mic20Regular } from '@fluentui/react-icons/svg/mic';
import { Note20Regular } from '@fluentui/react-icons/svg/note';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { lazy, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { randomId } from '../../../contracts/random-id.ts';
import type { Chat, SendReply } from '../../../contracts/support.ts';
import { mostText } from '../../../contracts/support.ts';
import type { HostFailure, PickedFile } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { ButtonMenu, Icon, ReasonButton } from '../../../ui/index.ts';
import { AnswerList, useAnswers } from './Answers.tsx';
import { bringBack, clearChatDraft } from '../core/chat-draft.ts';
import { useChatDraft } from './chat-draft-context.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { MentionList, useNoteMentions } from './NoteMentions.tsx';
import { AddressedChatContext, useOpenChat } from '../open-chat.ts';
import { VoiceNote } from './VoiceNote.tsx';

const SendFiles = lazy(() => import('./SendFiles.tsx'));
const composers = {
  place: lazy(() => import('./SendPlace.tsx')),
  cards: lazy(() => import('./SendContacts.tsx')),
};

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
  note: {
    backgroundColor: `color-mix(in srgb, ${tokens.colorPaletteMarigoldBackground3} 12%, ${tokens.colorNeutralBackground1})`,
  },
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
  onType,
  onStop,
  onTemplates,
}: {
  chat: Chat;
  onType(): void;
  onStop(): void;
  onTemplates(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { sync } = useOpenChat();
  const id = useId();
  const draft = useChatDraft();
  const { text, reply, isNote } = useStore(draft);
  const setText = (next: string): void => draft.setState({ text: next });
  const cancelReply = (): void => draft.setState({ reply: null });
  const [caret, setCaret] = useState(0);
  const [isRecording, setRecording] = useState(false);
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [composing, setComposing] = useState<keyof typeof composers | null>(null);
  const Composing = composing && composers[composing];
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(200, area.scrollHeight)}px`;
  }, [text]);
  // Where one opens a chat, one answers; fingers would open the keyboard. The shell moves the focus to the page when its address
  // follows, in the same turn.
  const isAddressed = useContext(AddressedChatContext) === chat.id;
  useEffect(() => {
    if (!isAddressed) return undefined;
    if (!reply && !globalThis.matchMedia?.('(pointer: fine)').matches) return undefined;
    return host.after(0, () => box.current?.focus());
  }, [reply, host, isAddressed]);
  const wasRecording = useRef(false);
  useEffect(() => {
    // The recorder that had the focus is gone.
    if (wasRecording.current && !isRecording) box.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  const answers = useAnswers(chat, text, (answer) => {
    setText(answer);
    box.current?.focus();
  });
  /** Replaces a part of the text, and puts the caret behind what stands there now. */
  const replace = (from: number, to: number, part: string): void => {
    const area = box.current;
    setText(text.slice(0, from) + part + text.slice(to));
    setCaret(from + part.length);
    // A popover returns the focus to its button first.
    host.after(0, () => {
      area?.focus();
      area?.setSelectionRange(from + part.length, from + part.length);
    });
  };
  const mentions = useNoteMentions(isNote ? text.slice(0, caret) : null, (agent, length) => {
    replace(caret - length, caret, `@${agent.name} `);
    draft.setState((now) => ({ mentions: [...now.mentions, agent] }));
  });
  /** The note that is on its way; one that comes back is the same when it is sent again, so that it is stored once. */
  const sentNote = useRef({ text: '', clientId: '' });
  const addNote = async (): Promise<void> => {
    const { mentions: chosen } = draft.getState();
    const named = chosen.filter(({ name }) => text.includes(`@${name}`));
    if (sentNote.current.text !== text) sentNote.current = { text, clientId: randomId() };
    const { clientId } = sentNote.current;
    // Text typed meanwhile is the next note.
    draft.setState({ text: '', reply: null, mentions: [] });
    onStop();
    try {
      const answer = await host.run({
        method: 'post',
        address: `/adm/v2/sup/zap/chat/${chat.id}/note`,
        body: { text, clientId, mentions: [...new Set(named.map((one) => one.id))] },
      });
      sentNote.current = { text: '', clientId: '' };
      sync.take(null, [(answer as { data: SendReply }).data.message]);
      if (draft.getState().text === '') clearChatDraft(draft);
    } catch (error) {
      bringBack(draft, text, null);
      draft.setState({ isNote: true, mentions: chosen });
      const { errors, message } = error as HostFailure;
      host.notify('error', errors[0]?.message ?? message);
    }
  };
  const send = (): void => {
    if (text.trim() === '' || text.length > mostText) return;
    if (isNote) return void addNote();
    sync.send(chat, { type: 'text', text }, reply?.id ?? null);
    clearChatDraft(draft);
    onStop();
  };
  /** Puts an emoji where the caret is. */
  const insert = (emoji: string): void => {
    const from = box.current?.selectionStart ?? text.length;
    replace(from, box.current?.selectionEnd ?? from, emoji);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mentions.onKeyDown(event) || answers.onKeyDown(event)) return;
    if (event.key === 'Escape') {
      if (reply) cancelReply();
      else document.querySelector<HTMLElement>(`[data-chat="${chat.id}"]`)?.focus();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  /** A note has no files: they would go to the customer. */
  const take = (picked: readonly PickedFile[]): void => {
    if (isNote && picked.length > 0) host.notify('warning', t('chat.noteWithoutFiles'));
    else setFiles(picked);
  };
  const attach = async (): Promise<void> => take(await host.pick({ accept: [], multiple: true }));
  if (isRecording)
    return (
      <div className={styles.box}>
        <VoiceNote
          chat={chat}
          replyTo={reply?.id ?? null}
          onSent={() => {
            setRecording(false);
            cancelReply();
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
        if (event.dataTransfer.files.length > 0) take([...event.dataTransfer.files]);
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
            onClick={cancelReply}
          />
        </div>
      )}
      <AnswerList answers={answers} />
      <MentionList id={id} mentions={mentions} />
      <textarea
        ref={box}
        className={styles.text}
        rows={1}
        value={text}
        placeholder={isNote ? t('chat.writeNote') : t('chat.write')}
        aria-label={isNote ? t('chat.writeNote') : t('chat.write')}
        aria-controls={mentions.options.length > 0 ? id : undefined}
        aria-activedescendant={mentions.options.length > 0 ? `${id}-${mentions.active}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionEnd);
          // Nothing is being written where all was deleted.
          if (event.target.value === '') onStop();
          else onType();
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          take([...event.clipboardData.files]);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <EmojiButton onPick={insert} />
        {!isNote && (
          <>
            <ButtonMenu
              label={t('chat.attach')}
              button={
                <MenuButton
                  appearance="subtle"
                  menuIcon={null}
                  icon={<Attach20Regular />}
                  aria-label={t('chat.attach')}
                />
              }
            >
              <MenuItem icon={<Document20Regular />} onClick={() => void attach()}>
                {t('chat.attachFile')}
              </MenuItem>
              <MenuItem icon={<Location20Regular />} onClick={() => setComposing('place')}>
                {t('chat.types.location')}
              </MenuItem>
              <MenuItem icon={<ContactCard20Regular />} onClick={() => setComposing('cards')}>
                {t('chat.types.contacts')}
              </MenuItem>
            </ButtonMenu>
            <Button
              appearance="subtle"
              icon={<Mic20Regular />}
              aria-label={t('chat.voice')}
              onClick={() => setRecording(true)}
            />
            <Button appearance="subtle" icon={<DocumentText20Regular />} onClick={onTemplates}>
              {t('chat.templates')}
            </Button>
          </>
        )}
        <ToggleButton
          appearance="subtle"
          icon={<Note20Regular />}
          checked={isNote}
          aria-label={t('chat.types.note')}
          title={t('chat.types.note')}
          onClick={() => draft.setState({ isNote: !isNote })}
        />
        <span className={styles.rest} />
        <span className={mergeClasses(styles.hint, text.length > mostText && styles.tooLong)}>
          {text.length > mostText
            ? t('chat.tooLong', { limit: mostText, length: text.length })
            : t('chat.enterSends')}
        </span>
        <ReasonButton
          appearance="primary"
          icon={<Send20Regular />}
          aria-label={t('chat.send')}
          reason={
            text.length > mostText
              ? t('chat.tooLong', { limit: mostText, length: text.length })
              : text.trim() === ''
                ? t('chat.emptyMessage')
                : ''
          }
          onClick={send}
        />
      </div>
      {Composing && (
        <Suspense>
          <Composing
            chat={chat}
            replyTo={reply?.id ?? null}
            onSent={() => {
              setComposing(null);
              cancelReply();
            }}
            onClose={() => setComposing(null)}
          />
        </Suspense>
      )}
      {files.length > 0 && (
        <Suspense>
          <SendFiles chat={chat} files={files} replyTo={reply?.id ?? null} onClose={() => setFiles([])} />
        </Suspense>
      )}
    </div>
  );
}
