import { expect, it } from 'vitest';
import { createMemoryDrafts } from '../../../engine/core/testing/drafts.ts';
import { bringBack, clearChatDraft, createChatDraft } from './chat-draft.ts';

const key = 'support.chat.1';
const quoted = { id: 7, type: 'text', content: 'Qual o prazo?' } as const;

it('keeps what is typed with the message that it answers, until it is sent', () => {
  const drafts = createMemoryDrafts();
  const draft = createChatDraft(drafts, key);
  draft.setState({ text: 'Amanhã', reply: quoted });
  const reloaded = createChatDraft(drafts, key);
  expect(reloaded.getState()).toMatchObject({ text: 'Amanhã', reply: quoted, isNote: false });
  clearChatDraft(reloaded);
  expect(drafts.read(key)).toBeNull();
});

it('keeps that a text is a note for agents, so that a reload sends it to no customer', () => {
  const drafts = createMemoryDrafts();
  createChatDraft(drafts, key).setState({
    text: 'Só nós',
    isNote: true,
    mentions: [{ id: 2, name: 'Bia' }],
  });
  expect(createChatDraft(drafts, key).getState()).toMatchObject({
    text: 'Só nós',
    isNote: true,
    mentions: [{ id: 2, name: 'Bia' }],
  });
});

it('puts a text that was not sent in front of what is typed, and never turns it into a note', () => {
  const draft = createChatDraft(createMemoryDrafts(), key);
  bringBack(draft, 'Primeiro', quoted);
  expect(draft.getState()).toMatchObject({ text: 'Primeiro', reply: quoted });
  draft.setState({ text: 'Segundo', reply: null, isNote: true });
  bringBack(draft, 'Primeiro', null);
  expect(draft.getState()).toMatchObject({ text: 'Primeiro\nSegundo', reply: null, isNote: false });
});
