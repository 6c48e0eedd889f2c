import { searchPause } from '../../engine/react/index.ts';
import { useSearchedRows } from './list/useRows.ts';

export interface Agent {
  id: number;
  name: string;
  photourl: string | null;
}

const none: readonly Agent[] = [];

/** The people who may attend to customers, by a part of their name, as `useSearchedRows` gives them; none while they are not needed. */
export function useAgentSearch(text: string, isNeeded = true) {
  const query = new URLSearchParams(text === '' ? {} : { name: text });
  const address = isNeeded ? `/adm/v2/sup/agent?${query}` : null;
  const { rows, ...state } = useSearchedRows<Agent>(address, text === '' ? 0 : searchPause);
  return { agents: rows ?? none, ...state };
}

/** All people who may attend to customers; none while they are not needed. */
export const useAgents = (isNeeded = true): readonly Agent[] => useAgentSearch('', isNeeded).agents;
