import { searchPause } from '../../engine/react/index.ts';
import { useSearchedRows } from './list/useRows.ts';

export interface Agent {
  id: number;
  name: string;
  photourl: string | null;
}

const none: readonly Agent[] = [];

/** The people who may attend to customers, by a part of their name; none while they are not needed. */
export function useAgents(text: string, isNeeded = true): readonly Agent[] {
  const query = new URLSearchParams(text === '' ? {} : { name: text });
  const address = isNeeded ? `/adm/v2/sup/agent?${query}` : null;
  return useSearchedRows<Agent>(address, text === '' ? 0 : searchPause).rows ?? none;
}
