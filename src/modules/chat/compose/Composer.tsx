import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Clock20Regular } from '@fluentui/react-icons/svg/clock';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { Note20Regular } from '@fluentui/react-icons/svg/note';
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import type { Chat } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { windowState } from '../core/window.ts';
import { useChatDraft } from './chat-draft-context.ts';
import { useOpenChat } from '../open-chat.ts';
import { useClock } from '../useClock.ts';
import { Writer } from './Writer.tsx';

const TemplateDialog = lazy(() => import('./TemplateDialog.tsx'));

const useStyles = makeStyles({
  foot: {
    flexShrink: 0,
    padding: '8px 12px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  window: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    padding: '0 4px 8px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  warning: { color: tokens.colorPaletteDarkOrangeForeground1 },
  blocked: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexWrap: 'wrap',
    padding: '10px 14px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
    '& > svg': { color: tokens.colorStatusWarningForeground1 },
    ':not(:last-child)': { marginBottom: '8px' },
  },
  blockedText: {
    flex: '1 1 200px',
    '& p': { margin: 0 },
    '& p:first-child': { fontWeight: tokens.fontWeightSemibold },
  },
});

/** Where agents write: free text within the window, templates and notes outside of it, nothing in a finished chat. */
export function Composer({ chat, onType, onStop }: { chat: Chat; onType(): void; onStop(): void }) {
  const styles = useStyles();
  const t = useText();
  const { mayWrite } = useOpenChat();
  const window = useClock((now) => windowState(chat.windowEndsAt, now));
  const [isChoosing, setChoosing] = useState(false);
  const draft = useChatDraft();
  const isNote = useStore(draft, (state) => state.isNote);
  if (!mayWrite || chat.isFinished === 'Y') return null;
  const writer = <Writer chat={chat} onType={onType} onStop={onStop} onTemplates={() => setChoosing(true)} />;
  const templates = isChoosing && (
    <Suspense>
      <TemplateDialog chat={chat} onClose={() => setChoosing(false)} />
    </Suspense>
  );
  if (!window.isOpen)
    return (
      <div className={styles.foot}>
        <div className={styles.blocked} role="note">
          <Clock20Regular />
          <div className={styles.blockedText}>
            <p>{chat.windowEndsAt === null ? t('chat.noContactYet') : t('chat.windowClosed')}</p>
            <p>{t('chat.windowClosedText')}</p>
          </div>
          {!isNote && (
            <Button icon={<Note20Regular />} onClick={() => draft.setState({ isNote: true })}>
              {t('chat.types.note')}
            </Button>
          )}
          <Button appearance="primary" icon={<DocumentText20Regular />} onClick={() => setChoosing(true)}>
            {t('chat.chooseTemplate')}
          </Button>
        </div>
        {/* The customer never sees a note, so it needs no window. */}
        {isNote && writer}
        {templates}
      </div>
    );
  const { hours, minutes } = window;
  const left = hours > 0 ? t('chat.hours', { hours, minutes }) : t('chat.minutes', { minutes });
  return (
    <div className={styles.foot}>
      <div className={mergeClasses(styles.window, window.isWarning && styles.warning)}>
        <Clock20Regular />
        <span>
          {t('chat.window')} <strong>{left}</strong> {t('chat.windowRest')}
        </span>
      </div>
      {writer}
      {templates}
    </div>
  );
}
