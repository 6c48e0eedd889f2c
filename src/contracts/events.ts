import type { ErrorCode } from './errors.ts';
import type { Json } from './json.ts';

/**
 * The frames of the real-time connection `GET /adm/v2/ws?ticket=…&lang=…`: JSON texts of up to 30,000 bytes.
 *
 * A topic is `entity:{entityId}`, `record:{entityId}:{id}`, `view:{dashId}`, `widget:{id}`, `me:{userId}`, `def`,
 * `appearance`, or `presence:` before one of these. A client subscribes, notes the `seq` of the topic's last frame, and names it when it subscribes again after a lost connection: it
 * then gets what it missed, or a SNAPSHOT if that is no longer stored. The numbers of a topic rise. A client may see gaps,
 * where events are not for it.
 */
export type ClientFrame =
  /** Every 20 s; answered with PONG. */
  | { type: 'PING' }
  /** Topics from now on, or with the `seq` of the last frame of each that the client has. */
  | { type: 'SUB'; topics: string[] | Record<string, number> }
  | { type: 'UNSUB'; topics: string[] };

/** Subject of a server's frame. `topic` and `seq` are null where it is about none. */
interface Frame<Type extends string, Data> {
  type: Type;
  topic: string | null;
  data: Data;
  seq: number | null;
}

/** Frames of the connection itself. */
export type ControlFrame =
  | Frame<'PONG', null>
  /** The topic is subscribed; `seq` is that of its last event, which the client has or has just missed on purpose. */
  | Frame<'SUBSCRIBED', null>
  /** The missed events are too many or no longer stored: load again what the topic is about. */
  | Frame<'SNAPSHOT', null>
  /** With a topic: it is not subscribed, or no longer. Without one: the client's frame was not carried out. */
  | Frame<'ERROR', FrameError>
  /** The person's permissions changed: load the menu and the open screen again. `data` is their digest. */
  | Frame<'RIGHTS', string>
  /** Of a topic `presence:…`: the people who are subscribed to it, whenever they change. */
  | Frame<'PRESENCE', Presence>;

export interface FrameError {
  code: ErrorCode;
  /** In the language of the connection. */
  message: string;
}

export interface Presence {
  people: {
    id: number;
    name: string;
    photourl: string | null;
    /** Of `presence:board:…`: the tasks that they have open, as far as the receiver sees them; absent for none. */
    open?: number[];
  }[];
  /** Number of people, of whom the list has the first ones. */
  total: number;
}

/** Events of the log. Further types come with their topics. */
export type EventFrame =
  /** Of `entity:…` and `record:…`. */
  | Frame<'CHANGED', RecordChanges>
  /** Of `def`, and of `view:…` and `widget:…` for that view or saved widget alone. */
  | Frame<'DEFINITION', DefinitionEvent>
  /** Of `me:…`: the person's own record changed. */
  | Frame<'PROFILE', { version: number }>
  /** Of `appearance`: the tenant's look changed. */
  | Frame<'APPEARANCE', { version: number }>
  /** Of `me:…`: an import or export of the person went on or ended. */
  | Frame<'TRANSFER', { id: number }>
  /** Of `me:…`: the person's notifications changed. */
  | Frame<'NOTIFICATION', Record<string, never>>;

export type ServerFrame = ControlFrame | EventFrame | Frame<string, Json>;

export interface RecordChange {
  verb: 'create' | 'update' | 'delete';
  id: number;
  /** Version of the record after the change; absent for a deleted one. */
  version?: number;
}

/** All changes of one gesture. Null when there are too many to name, or the person does not see all records: load again. */
export interface RecordChanges {
  changes: RecordChange[] | null;
}

/** A definition changed. Null for a person who may not edit definitions: ask again for those in use. */
export interface DefinitionEvent {
  definition: {
    /** `save` and `discard` change the draft alone. */
    verb: 'save' | 'discard' | 'publish' | 'rollback' | 'unpublish' | 'delete';
    kind: string;
    id: string;
    version: number;
  } | null;
  /** The version of `definition`, where every event has that of what it is about. */
  version?: number;
}

/** POST /adm/v2/ws/ticket: opens one connection within a minute. */
export interface SocketTicket {
  ticket: string;
  /** Digest of the person's permissions. A page whose menu has another one loads it again. */
  rights: string;
}

/** Codes with which the server closes a connection, beside those of the protocol. */
export const closeCodes = {
  /** The server stops: connect again, with the usual pause. */
  goingAway: 1001,
  /** More frames than allowed, or the client reads too slowly. */
  tooMany: 4429,
  /** The session ended: sign in again. */
  sessionEnded: 4401,
} as const;
