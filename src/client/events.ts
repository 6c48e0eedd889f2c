import type { RecordChange, RecordChanges, ServerFrame } from '../contracts/events.ts';
import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import type { DataEvent, Events, PeopleHere } from '../engine/core/index.ts';
import type { Link, LinkOptions } from './realtime/link.ts';
import type { HolderMessage } from './realtime/messages.ts';

/** The events of the server, over one connection per browser profile. */
export interface ServerEvents extends Events {
  dispose(): void;
}

export interface ServerEventsOptions {
  token(): string | null;
  language(): Language;
  /**
   * Called when the person's rights changed, and with each opening of the connection.
   * @param rights digest of them
   * @param changed false at an opening: they may be those that the page has
   */
  onRights(rights: string, changed: boolean): void;
  /**
   * Called when the server accepts the session no more. Resolves once there is a session again.
   * Rejects when the person leaves.
   */
  onEnded(): Promise<unknown>;
  report(error: unknown): void;
  /** Loads the code of the link; replaced in tests. */
  openLink?(options: LinkOptions): Promise<Link>;
}

/** Called with a frame of the topic; without one when frames may be missing. */
type Listener = (frame: ServerFrame | null) => void;

/** Pause before the code of the link is asked for again. Milliseconds. */
const loadPause = 30_000;

const actions = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** Opens the connection behind the page's start, and keeps it while the page lives. */
export function createServerEvents(options: ServerEventsOptions): ServerEvents {
  const { openLink = (own) => import('./realtime/link.ts').then(({ createLink }) => createLink(own)) } =
    options;
  const listeners = new Map<string, Set<Listener>>();
  const places = new Map<string, PeopleHere>();
  let link: Link | null = null;
  let isDisposed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function call(topic: string, frame: ServerFrame | null): void {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(frame);
      } catch (error) {
        options.report(error);
      }
    }
  }

  function followAll(): void {
    const topics = [...listeners.keys()];
    if (topics.length > 0) link?.send({ type: 'follow', topics });
    for (const topic of topics) call(topic, null);
  }

  function receive(message: HolderMessage): void {
    if (isDisposed) return;
    if (message.type === 'missed') call(message.topic, null);
    else if (message.type === 'rights') options.onRights(message.rights, message.changed);
    else if (message.type === 'frame') {
      const { frame } = message;
      if (frame.type === 'PRESENCE') places.set(frame.topic ?? '', frame.data as unknown as PeopleHere);
      if (frame.topic !== null) call(frame.topic, frame);
    } else
      options.onEnded().then(
        () => {
          if (isDisposed) return;
          link?.join();
          followAll();
        },
        () => undefined,
      );
  }

  function open(): void {
    openLink({ token: options.token, language: options.language, receive, onJoined: followAll }).then(
      (opened) => {
        if (isDisposed) return opened.dispose();
        link = opened;
        const topics = [...listeners.keys()];
        if (topics.length > 0) link.send({ type: 'follow', topics });
      },
      () => {
        if (!isDisposed) retry = setTimeout(open, loadPause);
      },
    );
  }
  open();

  function listen(topic: string, listener: Listener): () => void {
    const known = listeners.get(topic);
    listeners.set(topic, (known ?? new Set()).add(listener));
    if (!known) link?.send({ type: 'follow', topics: [topic] });
    return () => {
      const own = listeners.get(topic);
      if (!own?.delete(listener) || own.size > 0) return;
      listeners.delete(topic);
      places.delete(topic);
      link?.send({ type: 'unfollow', topics: [topic] });
    };
  }

  return {
    subscribe(topics, listener) {
      const releases = topics.map((topic) =>
        listen(topic, (frame) => {
          for (const event of frame ? eventsOf(frame) : [{ topic }]) listener(event);
        }),
      );
      return () => releases.forEach((release) => release());
    },
    enter(place, listener) {
      const topic = `presence:${place}`;
      const release = listen(topic, (frame) => {
        if (frame?.type === 'PRESENCE') listener(frame.data as unknown as PeopleHere);
      });
      const known = places.get(topic);
      if (known) listener(known);
      return release;
    },
    dispose() {
      isDisposed = true;
      clearTimeout(retry);
      link?.dispose();
    },
  };
}

/** The changes that a frame names, else one without a record: whatever the topic is about may have changed. */
function eventsOf({ type, topic, data }: ServerFrame): DataEvent[] {
  if (topic === null) return [];
  if (type !== 'CHANGED') {
    // An event of a board or of the support chat is no record that others ask for.
    if (type === 'OP' || topic === 'support') return [{ topic, type, data: data as Json }];
    const version = isObject(data) ? (data as JsonObject)['version'] : undefined;
    return [{ topic, action: 'updated', ...(typeof version === 'number' ? { version } : {}) }];
  }
  const { changes } = data as unknown as RecordChanges;
  if (changes === null) return [{ topic }];
  return changes.map(({ verb, id, version }: RecordChange) => ({
    topic,
    key: id,
    action: actions[verb],
    ...(version !== undefined && { version }),
  }));
}
