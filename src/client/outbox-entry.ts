import type { Json } from '../contracts/json.ts';
import type { HostFailure, RunRequest } from '../engine/core/index.ts';

/** Kind of an entry for the person: a message of the chat, a move on a board, any other change of a board. */
export type OutboxKind = 'message' | 'move' | 'change';

/** A call that waits until the server has answered it. The server carries it out once, however often it arrives. */
export interface OutboxEntry {
  /** Names the call at the server too: a `clientId`, an `opId`. */
  id: string;
  /** Entries of one key are sent in their order, such as those of `chat/7`. */
  key: string;
  kind: OutboxKind;
  /** As the device keeps it, without the content of its files. */
  request: Pick<RunRequest, 'method' | 'address' | 'body' | 'parts'>;
  /** Data that its owner shows until then. */
  data: Json;
  /** The person's own words in it, or the names of its cards, told with a refusal that no page shows. */
  text?: string;
  /** When it was added; no two of a page have the same. Milliseconds since the epoch. */
  at: number;
  /** Why the server refused it for good; null while it waits. */
  refusal: OutboxRefusal | null;
}

export type OutboxRefusal = Pick<HostFailure, 'code' | 'status' | 'message' | 'errors'>;
