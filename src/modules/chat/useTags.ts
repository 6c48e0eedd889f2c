import type { ChatTag } from '../../contracts/support.ts';
import { useRows } from './list/useRows.ts';

/** The tags that chats can have; null while they are loaded. */
export const useTags = (): readonly ChatTag[] | null => useRows('/adm/v2/sup/tag');
