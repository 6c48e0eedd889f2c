import { Type } from 'typebox';
import type { Chat, ChatMessage, SendReply } from '../../../../contracts/support.ts';
import { nullable } from '../../../kernel/schema-parts.ts';

const int = Type.Integer();
const text = Type.String();

/** Shapes of contracts/support.ts, whose types say the same. */
const contactShape = Type.Object({
  id: int,
  name: text,
  surname: text,
  additionalInfo: text,
  company: text,
  createdAt: text,
  birthdate: nullable(text),
  active: text,
  contactInfo: Type.Array(Type.Object({ id: int, type: text, data: text, active: text, mainContact: text })),
  version: int,
});

export const tagShape = Type.Object({ id: int, title: text, color: text });

export const chatFields = {
  id: int,
  channelId: int,
  contact: nullable(contactShape),
  companyName: text,
  name: text,
  attendantId: nullable(int),
  attendantName: nullable(text),
  attendantPhotourl: nullable(text),
  lastMessage: nullable(
    Type.Object({
      id: int,
      type: text,
      content: text,
      sender: text,
      attendantId: nullable(int),
      timestamp: text,
      state: text,
      fileName: nullable(text),
      seconds: nullable(Type.Number()),
    }),
  ),
  unreadCount: int,
  isActive: text,
  isFinished: text,
  tags: Type.Array(tagShape),
  senderNum: text,
  recipientNum: text,
  queueId: nullable(int),
  queueName: nullable(text),
  answerWarnAt: nullable(text),
  answerDueAt: nullable(text),
  windowEndsAt: nullable(text),
  createdAt: text,
  version: int,
};

export const messageShape = Type.Object({
  id: int,
  chatId: int,
  clientId: nullable(text),
  type: text,
  content: text,
  sender: text,
  attendant: nullable(Type.Object({ id: int, name: text, photourl: nullable(text) })),
  timestamp: text,
  state: text,
  failure: nullable(Type.Object({ code: nullable(int), detail: text })),
  mediaUrl: nullable(text),
  fileName: nullable(text),
  media: nullable(
    Type.Object({
      state: text,
      mime: text,
      bytes: nullable(int),
      isVoice: Type.Boolean(),
      seconds: nullable(Type.Number()),
      width: nullable(int),
      height: nullable(int),
      failure: nullable(text),
    }),
  ),
  reply: nullable(
    Type.Object({ id: nullable(int), type: text, content: text, sender: text, fileName: nullable(text) }),
  ),
  reactions: Type.Array(Type.Object({ emoji: text, sender: text })),
  isEdited: Type.Boolean(),
  isDeleted: Type.Boolean(),
  details: Type.Unsafe<ChatMessage['details']>({ type: 'object', additionalProperties: true }),
  version: int,
});

/** The compiled schema serializes what the database made; the type is that of the contract. */
export const chatReply = Type.Unsafe<Chat>(Type.Object(chatFields));
export const messageReply = Type.Unsafe<ChatMessage>(messageShape);
export const sendReply = Type.Unsafe<SendReply>(Type.Object({ messageId: int, message: messageShape }));
