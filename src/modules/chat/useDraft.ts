import { useCallback, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

/** What a person has typed in a chat: it survives a reload, and is never in another chat. */
export function useDraft(chatId: number): [string, (text: string) => void] {
  const { host } = useHost();
  const key = `support.chat.${chatId}`;
  const [text, setText] = useState(() => {
    const stored = host.drafts.read(key)?.values['text'];
    return typeof stored === 'string' ? stored : '';
  });
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (next === '') host.drafts.remove(key);
      else host.drafts.write(key, { values: { text: next }, savedAt: host.now().toISOString() });
    },
    [host, key],
  );
  return [text, change];
}
