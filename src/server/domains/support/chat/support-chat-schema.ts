import { Type } from 'typebox';
import type { ChatList, ChatWithMessages } from '../../../../contracts/support.ts';
import { listQuery } from '../../../kernel/list.ts';
import { id, nullable } from '../../../kernel/schema-parts.ts';
import { chatFields, chatReply, messageReply, messageShape } from './wire.ts';

const int = Type.Integer();
const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });
const optionalYesNo = Type.Optional(yesNo);
/** Given as a text by forms and queries of older clients. */
export const optionalId = Type.Optional(id);

export const chatWithMessages = Type.Unsafe<ChatWithMessages>(
  Type.Object({
    ...chatFields,
    messages: Type.Array(messageShape),
    hasBefore: Type.Boolean(),
    hasAfter: Type.Boolean(),
    readId: int,
  }),
);
export const chatListReply = Type.Unsafe<ChatList>(
  Type.Object({
    rows: Type.Array(Type.Object(chatFields)),
    page: int,
    perPage: int,
    totalRows: int,
    counts: Type.Object({ waiting: int, active: int, finished: int }),
  }),
);
export const searchReply = Type.Object({
  rows: Type.Array(Type.Object({ chat: chatReply, message: messageReply })),
  hasMore: Type.Boolean(),
});

export const date = Type.Optional(Type.String({ format: 'date' }));
export const search = Type.Optional(Type.String({ maxLength: 200 }));

const { order: _order, filters: _filters, perPage: _perPage, ...pageQuery } = listQuery;
export const chatsQuery = Type.Object({
  ...pageQuery,
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 500 })),
  channelId: optionalId,
  status: Type.Optional(
    Type.Unsafe<'waiting' | 'active' | 'finished'>({
      type: 'string',
      enum: ['waiting', 'active', 'finished'],
    }),
  ),
  text: search,
  companyName: Type.Optional(Type.String({ maxLength: 200 })),
  attendantId: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 53 - 1, description: '0: chats without an attendant.' }),
  ),
  tagId: optionalId,
  queueId: optionalId,
  dateFrom: date,
  dateTo: date,
});

export const chatQuery = Type.Object({
  msgCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, default: 200 })),
  before: optionalId,
  after: optionalId,
  around: optionalId,
});

export const createBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  contactId: Type.Optional(nullable(id)),
  unreadCount: Type.Optional(Type.Literal(0)),
  lastMsg: Type.Optional(
    nullable(
      Type.String({
        maxLength: 4096,
        description: 'Accepted and ignored: the last message is that of the chat.',
      }),
    ),
  ),
  channelId: optionalId,
  recipientNum: Type.Optional(Type.String({ maxLength: 30 })),
  senderNum: Type.Optional(Type.String({ maxLength: 30 })),
  attendantId: Type.Optional(nullable(id)),
  isActive: optionalYesNo,
  isFinished: optionalYesNo,
});

const tagIds = Type.Optional(Type.Array(id, { maxItems: 100 }));
export const tagsBody = Type.Object({ add: tagIds, remove: tagIds });

export const changeBody = Type.Object({
  attendantId: Type.Optional(nullable(id)),
  isActive: optionalYesNo,
  isFinished: optionalYesNo,
  queueId: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 53 - 1,
        description: 'Transfers to a queue, where it waits.',
      }),
    ),
  ),
  note: Type.Optional(Type.String({ maxLength: 4096, description: 'Of a transfer, for agents alone.' })),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
});
