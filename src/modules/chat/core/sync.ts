import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Outbox } from '../../../client/index.ts';
import {
  compareChats,
  statusOf,
  type Chat,
  type ChatMessage,
  type ChatStatus,
  type SendReply,
  type SupportChannel,
} from '../../../contracts/support.ts';
import type { Json } from '../../../contracts/json.ts';
import type { HostFailure, PickedFile } from '../../../engine/core/index.ts';
import { isMoved, withContact, withNewer, withoutLost, withTag } from './changes.ts';
import { emptyConversation, type Conversation } from './conversation.ts';
import { pendingMessageOf, type Outgoing, type PendingMessage } from './days.ts';
import { mergeMessages, newestOf } from './messages.ts';
import { noFilter, type ChatChange, type ChatFilter, type ChatServer, type SupportEvent } from './server.ts';

export interface ChatState {
  channels: readonly SupportChannel[] | null;
  channelId: number | null;
  tab: ChatStatus;
  filter: ChatFilter;
  status: 'loading' | 'ready' | 'failed';
  failure: HostFailure | null;
  counts: Readonly<Record<ChatStatus, number>> | null;
  /** All chats that the page knows of. */
  chats: ReadonlyMap<number, Chat>;
  /** Those of the tab, in their order. */
  list: readonly Chat[];
  openId: number | null;
  conversation: Conversation | null;
  /** Messages that the server does not have yet. */
  pending: readonly PendingMessage[];
  /** The newest message of a customer, for those who do not see it come. */
  announced: { chat: Chat; message: ChatMessage | null } | null;
}

export interface ChatSync extends Pick<StoreApi<ChatState>, 'getState' | 'subscribe' | 'getInitialState'> {
  load(): Promise<void>;
  /** Loads further chats of the tab, if there are any. */
  loadMore(): void;
  choose(part: Partial<Pick<ChatState, 'channelId' | 'tab' | 'filter'>>): void;
  /** Opens a chat; with a message, at that message. */
  open(chatId: number | null, messageId?: number): void;
  loadOlder(): void;
  /** Forgets all but the newest messages of the open chat, if they are many. */
  trim(): void;
  /** @param clientId that of a message that has one already */
  send(chat: Chat, message: Outgoing, replyTo: number | null, clientId?: string): void;
  /** Sends a pending message again that the server refused, or forgets it. */
  resend(clientId: string): void;
  discard(clientId: string): void;
  /** Rejects with HostFailure. */
  change(chatId: number, change: ChatChange): Promise<void>;
  read(chatId: number, messageId: number): void;
  /** Takes a chat or message of an answer in. */
  take(chat: Chat | null, messages: readonly ChatMessage[]): void;
  dispose(): void;
}

/** Pause before the list is loaded again after events that change it in ways the page cannot compute. Milliseconds. */
const refreshPause = 600;
/** Conversations that stay loaded, so that going back to one shows it at once. */
const mostKept = 20;

/** Outline shown of a file; nobody has named a voice note. */
const outlineOf = ({ name, size, type }: PickedFile, isVoice: boolean) => ({
  name: isVoice ? '' : name,
  size,
  type,
});

const isFiltering = (filter: ChatFilter): boolean => Object.values(filter).some(Boolean);

/** The chats of a channel: what the server has confirmed, what is being sent, and what events say meanwhile. */
export function createChatSync(server: ChatServer, outbox: Outbox): ChatSync {
  const store = createStore<ChatState>(() => ({
    channels: null,
    channelId: null,
    tab: 'active',
    filter: noFilter,
    status: 'loading',
    failure: null,
    counts: null,
    chats: new Map(),
    list: [],
    openId: null,
    conversation: null,
    pending: [],
    announced: null,
  }));
  const { getState, setState } = store;
  const kept = new Map<number, Conversation>();
  let isDisposed = false;
  let loads = 0;
  let chatsPerPage = 500;
  let isLoadingMore = false;
  let opens = 0;
  let stopRefresh: (() => void) | null = null;

  const stopFollowing = outbox.follow('chat', {
    changed: (entries, { unkept }) =>
      setState({ pending: entries.map((entry) => pendingMessageOf(entry, unkept)) }),
    sent: (_, reply) => take(null, [(reply as { data: SendReply }).data.message]),
    // A chat that the person may not see any more shows nothing of what they wrote in it.
    shows: ({ refusal }) => refusal?.status !== 404,
  });

  /** Ids that the server listed for the tab and filters; null without a filter, where the status alone decides. */
  let listed: ReadonlySet<number> | null = null;

  function listOf(chats: ReadonlyMap<number, Chat>): Chat[] {
    const { channelId, tab, filter } = getState();
    return [...chats.values()]
      .filter(
        (chat) =>
          chat.channelId === channelId &&
          statusOf(chat) === tab &&
          (!isFiltering(filter) || listed?.has(chat.id) === true),
      )
      .sort(compareChats);
  }

  const withChats = (more: readonly Chat[]) => withNewer(getState().chats, more);

  function keepConversation(next: Conversation): void {
    kept.delete(next.chatId);
    kept.set(next.chatId, next);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    if (getState().openId === next.chatId) setState({ conversation: next });
  }

  function take(chat: Chat | null, messages: readonly ChatMessage[]): void {
    if (chat !== null) {
      const before = getState().chats.get(chat.id);
      const chats = withChats([chat]);
      if (chats !== getState().chats) {
        replaceChats(chats);
        if (isMoved(before, chat, getState().filter)) refreshSoon();
        if (chat.id === getState().openId && getState().conversation?.status === 'gone')
          void loadConversation(chat.id);
      }
    }
    const byChat = new Map<number, ChatMessage[]>();
    for (const message of messages) {
      const own = byChat.get(message.chatId);
      if (own) own.push(message);
      else byChat.set(message.chatId, [message]);
    }
    for (const [chatId, own] of byChat) {
      const conversation = kept.get(chatId);
      if (conversation?.status !== 'ready') continue;
      // Between an old part and the newest messages there may be others: new ones wait until these are loaded.
      const fitting = conversation.hasAfter
        ? own.filter(({ id }) => conversation.messages.some((one) => one.id === id))
        : own;
      const merged = mergeMessages(conversation.messages, fitting);
      if (merged !== conversation.messages) keepConversation({ ...conversation, messages: merged });
    }
  }

  /** Forgets a chat that the person does not see any more. */
  function forget(chatId: number): void {
    const chats = new Map(getState().chats);
    if (chats.delete(chatId)) refreshSoon();
    replaceChats(chats);
    kept.delete(chatId);
    if (getState().openId === chatId)
      setState({ conversation: { ...emptyConversation(chatId), status: 'gone' } });
  }

  /** @param isFresh whether what the server does not name is forgotten */
  async function loadList(page = 1, isFresh = false): Promise<void> {
    const { channelId, tab, filter } = getState();
    if (channelId === null) return;
    const own = (loads += 1);
    try {
      const found = await server.chats(channelId, tab, filter, page);
      if (own !== loads || isDisposed) return;
      const ids = found.rows.map(({ id }) => id);
      listed = new Set(page === 1 ? ids : [...(listed ?? []), ...ids]);
      chatsPerPage = found.perPage;
      const { chats: known, openId } = getState();
      const chats = withNewer(isFresh ? withoutLost(known, found.rows, openId) : known, found.rows);
      setState({ chats, counts: found.counts, status: 'ready', failure: null });
      setState({ list: listOf(chats) });
    } catch (failure) {
      if (own !== loads || isDisposed) return;
      // The messages shown stay while the network is away.
      if (getState().status !== 'ready') setState({ status: 'failed', failure: failure as HostFailure });
    }
  }

  function refreshSoon(): void {
    if (stopRefresh || isDisposed) return;
    stopRefresh = server.after(refreshPause, () => {
      stopRefresh = null;
      void loadList();
    });
  }

  async function loadConversation(chatId: number, messageId?: number): Promise<void> {
    const own = (opens += 1);
    try {
      const found = await server.chat(chatId, messageId === undefined ? {} : { around: messageId });
      if (isDisposed) return;
      const { messages, hasBefore, hasAfter, readId, ...chat } = found;
      // A chat that is opened by its address is shown in its list.
      const isUnknown = !getState().chats.has(chatId);
      take(chat, []);
      if (isUnknown && statusOf(chat) !== getState().tab) {
        setState({ tab: statusOf(chat), list: listOf(getState().chats) });
        void loadList();
      }
      const known = kept.get(chatId);
      // Messages loaded before join on, if nothing can be missing between the two.
      const oldest = messages[0];
      const isJoined =
        messageId === undefined &&
        known?.status === 'ready' &&
        !known.hasAfter &&
        (oldest === undefined || known.messages.some(({ id }) => id === oldest.id));
      keepConversation({
        ...emptyConversation(chatId),
        status: 'ready',
        messages: mergeMessages(isJoined ? known.messages : [], messages),
        hasBefore: isJoined ? known.hasBefore : hasBefore,
        hasAfter,
        readId: known?.readId ?? (chat.unreadCount > 0 ? readId : null),
        target: messageId ?? null,
      });
    } catch (failure) {
      if (!isDisposed && (failure as HostFailure).status === 404) return forget(chatId);
      if (own !== opens || isDisposed || kept.get(chatId)?.status === 'ready') return;
      const failed = { status: 'failed', failure: failure as HostFailure } as const;
      keepConversation({ ...emptyConversation(chatId), ...failed });
    }
  }

  const replaceChats = (chats: ReadonlyMap<number, Chat>): void => setState({ chats, list: listOf(chats) });

  function onEvent(event: SupportEvent | null): void {
    if (event === null) {
      // Frames may be missing: what is shown stays, and is loaded behind.
      void loadList(1, true);
      const { openId } = getState();
      kept.forEach((_, id) => {
        if (id !== openId) kept.delete(id);
      });
      if (openId !== null) void loadConversation(openId);
      return;
    }
    switch (event.type) {
      case 'CHAT_UPD':
        return event.data.chat ? take(event.data.chat, []) : forget(event.data.chatId);
      case 'CONTACT_UPD': {
        const { contact, chatIds } = event.data;
        return replaceChats(withContact(getState().chats, contact, chatIds));
      }
      case 'TAG_UPD':
        return replaceChats(withTag(getState().chats, event.data.id, event.data.tag));
      default: {
        const { message, chat, chatId } = event.data;
        take(chat, message ? [message] : []);
        if (message === null && chatId === getState().openId) void loadConversation(chatId);
        if (event.type === 'MSG_RECEIVED' && chat.channelId === getState().channelId)
          setState({ announced: { chat, message } });
      }
    }
  }

  const stops = [server.listen(onEvent), stopFollowing, server.onOnline(() => onEvent(null))];

  return {
    getState,
    subscribe: store.subscribe,
    getInitialState: store.getInitialState,
    take,
    async load() {
      setState({ status: 'loading', failure: null });
      try {
        const channels = (await server.channels()).filter(({ isActive }) => isActive === 'Y');
        if (isDisposed) return;
        setState({ channels, channelId: getState().channelId ?? channels[0]?.id ?? null });
        if (channels.length === 0) return setState({ status: 'ready' });
        await loadList();
      } catch (failure) {
        if (!isDisposed) setState({ status: 'failed', failure: failure as HostFailure });
      }
    },
    loadMore() {
      const { list, counts, tab, status } = getState();
      if (isLoadingMore || status !== 'ready' || list.length >= (counts?.[tab] ?? 0)) return;
      isLoadingMore = true;
      // Chats that left the tab meanwhile moved those behind them up: the page may begin before the end of what is known.
      void loadList(Math.floor(list.length / chatsPerPage) + 1).finally(() => (isLoadingMore = false));
    },
    choose(part) {
      const isTab = part.tab !== undefined && Object.keys(part).length === 1;
      setState(part);
      // The known ones of another tab are shown at once.
      setState(isTab ? { list: listOf(getState().chats) } : { list: [], status: 'loading' });
      if (isTab && getState().list.length === 0) setState({ status: 'loading' });
      void loadList();
    },
    open(chatId, messageId) {
      if (chatId === null) return setState({ openId: null, conversation: null });
      const known = kept.get(chatId);
      const isShown =
        known !== undefined && (messageId === undefined || known.messages.some(({ id }) => id === messageId));
      const shown = isShown ? { ...known, target: messageId ?? null } : emptyConversation(chatId);
      setState({ openId: chatId });
      if (messageId === undefined && shown.readId === null) {
        const chat = getState().chats.get(chatId);
        const last = shown.messages.at(-1);
        if (chat && chat.unreadCount > 0 && last)
          shown.readId =
            shown.messages.filter(({ sender }) => sender === 'client').at(-chat.unreadCount - 1)?.id ?? null;
      }
      keepConversation(shown);
      if (messageId === undefined || !isShown) void loadConversation(chatId, messageId);
    },
    loadOlder() {
      const { conversation } = getState();
      const oldest = conversation?.messages[0];
      if (!conversation || !oldest || !conversation.hasBefore || conversation.isLoadingOlder) return;
      const { chatId } = conversation;
      keepConversation({ ...conversation, isLoadingOlder: true });
      server.chat(chatId, { before: oldest.id }).then(
        ({ messages, hasBefore }) => {
          const now = kept.get(chatId);
          if (now)
            keepConversation({
              ...now,
              messages: mergeMessages(now.messages, messages),
              hasBefore,
              isLoadingOlder: false,
            });
        },
        () => {
          const now = kept.get(chatId);
          if (now) keepConversation({ ...now, isLoadingOlder: false });
        },
      );
    },
    trim() {
      const { conversation } = getState();
      if (!conversation || conversation.hasAfter) return;
      const messages = newestOf(conversation.messages);
      if (messages !== conversation.messages)
        keepConversation({ ...conversation, messages, hasBefore: true });
    },
    send(chat, message, replyTo, id = server.makeId()) {
      const { type, text } = message;
      // Its content stands in the call.
      const file = 'file' in message ? outlineOf(message.file, message.seconds !== undefined) : null;
      outbox.add({
        id,
        key: `chat/${chat.id}`,
        kind: 'message',
        request: server.sendRequest(chat, { ...message, clientId: id, replyTo }),
        data: { chatId: chat.id, type, text, file, replyTo } satisfies Json,
        ...(text !== '' && { text }),
      });
    },
    resend: outbox.retry,
    discard: outbox.discard,
    async change(chatId, change) {
      const chat = await server.change(chatId, change).catch((failure: HostFailure) => {
        // Somebody else was faster: the page shows what they did.
        if (failure.code === 'VERSION_CONFLICT' && failure.data) take(failure.data as Chat, []);
        throw failure;
      });
      if (chat === null) return forget(chatId);
      // The list shows where the chat went, if it is the open one.
      if (getState().openId === chatId) setState({ tab: statusOf(chat) });
      take(chat, []);
      setState({ list: listOf(getState().chats) });
      void loadList();
    },
    read(chatId, messageId) {
      const chat = getState().chats.get(chatId);
      if (!chat || chat.unreadCount === 0) return;
      server.read(chatId, messageId).then(
        (changed) => take(changed, []),
        // It is noted with the next message that is read.
        () => undefined,
      );
    },
    dispose() {
      isDisposed = true;
      stopRefresh?.();
      for (const stop of stops) stop();
    },
  };
}
