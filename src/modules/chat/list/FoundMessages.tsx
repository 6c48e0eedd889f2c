import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { Chat, ChatMessage } from '../../../contracts/support.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { useChatState, useOpenChat } from '../open-chat.ts';
import { cutText } from './preview.ts';
import { useChatTimes } from '../conversation/times.ts';

interface Hit {
  chat: Chat;
  message: ChatMessage;
}

const useStyles = makeStyles({
  title: {
    margin: 0,
    padding: '16px 16px 4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  hit: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '8px',
    width: '100%',
    minHeight: '56px',
    alignContent: 'center',
    padding: '6px 16px',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  text: {
    gridColumn: '1 / -1',
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  time: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Messages of all history that contain the text of the search; null while they are being searched, and without a text. */
export function useFoundMessages(text: string): readonly Hit[] | null {
  const { host } = useHost();
  const channelId = useChatState((state) => state.channelId);
  const [found, setFound] = useState<{ text: string; hits: readonly Hit[] } | null>(null);
  useEffect(() => {
    if (text.length < 2) return undefined;
    let isCurrent = true;
    const query = new URLSearchParams({ text, channelId: String(channelId) });
    host.run({ method: 'get', address: `/adm/v2/sup/zap/search?${query}` }).then(
      (reply) => {
        if (isCurrent) setFound({ text, hits: (reply as { data: { rows: Hit[] } }).data.rows });
      },
      // The chats that were found stand above.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [host, text, channelId]);
  return found?.text === text ? found.hits : null;
}

/** The messages that a search found; a press jumps to one. */
export function FoundMessages({ text, hits }: { text: string; hits: readonly Hit[] }) {
  const styles = useStyles();
  const t = useText();
  const times = useChatTimes();
  const { sync, open } = useOpenChat();
  return (
    <>
      <h2 className={styles.title}>{t('chat.messagesFound')}</h2>
      <ul className={styles.list}>
        {hits.map(({ chat, message }) => (
          <li key={message.id}>
            <button
              type="button"
              className={styles.hit}
              onClick={() => {
                sync.take(chat, []);
                open(chat.id, message.id);
              }}
            >
              <span>{chat.name}</span>
              <span className={styles.time}>{times.short(message.timestamp).text}</span>
              <span className={styles.text}>{cutText(around(message.content, text))}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The part of a long message that begins shortly before the first of the words that were found. */
function around(content: string, text: string): string {
  const plain = folded(content);
  const places = folded(text)
    .split(/\s+/)
    .map((word) => plain.indexOf(word))
    .filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  return at > 40 ? `…${content.slice(at - 30)}` : content;
}

/** A text without case and accents, of the same length. */
const folded = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (letter) => letter.normalize('NFD').charAt(0)).toLowerCase();
