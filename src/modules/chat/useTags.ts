import { useEffect, useState } from 'react';
import type { ChatTag } from '../../contracts/support.ts';
import { useHost } from '../../engine/react/index.ts';

/** The tags that chats can have; null while they are loaded. */
export function useTags(): readonly ChatTag[] | null {
  const { host } = useHost();
  const [tags, setTags] = useState<readonly ChatTag[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    host.run({ method: 'get', address: '/adm/v2/sup/tag' }).then(
      (reply) => isCurrent && setTags((reply as { data: { rows: ChatTag[] } }).data.rows),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [host]);
  return tags;
}
