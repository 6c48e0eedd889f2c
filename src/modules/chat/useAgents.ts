import { useEffect, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

export interface Agent {
  id: number;
  name: string;
  photourl: string | null;
}

/** Pause in typing after which agents are searched (specification 2, section 9). Milliseconds. */
const searchPause = 300;

/** The people who may attend to customers, by a part of their name; none while they are not needed. */
export function useAgents(text: string, isNeeded = true): readonly Agent[] {
  const { host } = useHost();
  const [agents, setAgents] = useState<readonly Agent[]>([]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        const query = new URLSearchParams(text === '' ? {} : { name: text });
        host.run({ method: 'get', address: `/adm/v2/sup/agent?${query}` }).then(
          (reply) => {
            if (isCurrent) setAgents((reply as { data: { rows: Agent[] } }).data.rows);
          },
          () => undefined,
        );
      },
      text === '' ? 0 : searchPause,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [host, text, isNeeded]);
  return agents;
}
