import type { OutboxEntry } from '../../../client/index.ts';
import type {
  Chat,
  ChatList,
  ChatStatus,
  ChatWithMessages,
  SendReply,
  SupportChannel,
  SupportEvents,
} from '../../../contracts/support.ts';
import type { Outgoing } from './days.ts';

export interface ChatFilter {
  text: string;
  companyName: string;
  /** Id of an agent, '0' for nobody, '' for all. */
  attendantId: string;
  /** YYYY-MM-DD. */
  dateFrom: string;
  dateTo: string;
  /** Id of a tag, '' for all. */
  tagId: string;
  /** Id of a queue, '' for all. */
  queueId: string;
}

export const noFilter: ChatFilter = {
  text: '',
  companyName: '',
  attendantId: '',
  dateFrom: '',
  dateTo: '',
  tagId: '',
  queueId: '',
};

export type SupportEvent = {
  [Type in keyof SupportEvents]: { type: Type; data: SupportEvents[Type] };
}[keyof SupportEvents];

export interface ChatChange {
  attendantId?: number | null;
  queueId?: number | null;
  isActive?: 'Y' | 'N';
  isFinished?: 'Y' | 'N';
  note?: string;
  version?: number;
}

/** Calls of the page to the server. They reject with HostFailure. */
export interface ChatServer {
  channels(): Promise<SupportChannel[]>;
  /** A page of the chats of a tab, from 1. */
  chats(channelId: number, status: ChatStatus, filter: ChatFilter, page: number): Promise<ChatList>;
  chat(id: number, around: { before?: number; around?: number }): Promise<ChatWithMessages>;
  /** Null for a chat that was passed to where the person does not see it. */
  change(id: number, change: ChatChange): Promise<Chat | null>;
  read(id: number, messageId: number): Promise<Chat>;
  sendRequest(
    chat: Chat,
    message: Outgoing & { clientId: string; replyTo: number | null },
  ): OutboxEntry['request'];
  retry(messageId: number): Promise<SendReply>;
  react(messageId: number, emoji: string): Promise<SendReply>;
  /** Calls the listener with each event; with null when some may be missing. */
  listen(listener: (event: SupportEvent | null) => void): () => void;
  /** Calls back when the network is there again. */
  onOnline(listener: () => void): () => void;
  after(milliseconds: number, callback: () => void): () => void;
  makeId(): string;
}
