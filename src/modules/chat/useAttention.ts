import { useEffect } from 'react';
import { useHost, useText } from '../../engine/react/index.ts';
import { createAttention } from './attention/attention.ts';
import { createChime } from './attention/chime.ts';
import type { ChatSync } from './core/sync.ts';

/** Calls an agent back to the window, by its title and a sound, when a customer writes meanwhile. */
export function useAttention(sync: ChatSync): void {
  const t = useText();
  const { host } = useHost();
  useEffect(() => {
    const attention = createAttention({
      title: (count) => t('chat.attention', { count }),
      sound: createChime(),
      after: host.after,
    });
    let last = sync.getState().announced;
    const stop = sync.subscribe(({ announced }) => {
      if (announced === last) return;
      last = announced;
      attention.arrived();
    });
    return () => {
      stop();
      attention.dispose();
    };
  }, [sync, host, t]);
}
