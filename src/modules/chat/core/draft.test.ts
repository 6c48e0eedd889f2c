import { expect, it } from 'vitest';
import { createMemoryDrafts } from '../../../engine/core/testing/drafts.ts';
import { bringBack, clearDraft, createDraft } from './draft.ts';

const key = 'support.chat.1';
const now = () => new Date('2026-11-20T12:00:00Z');
const quoted = { id: 7, type: 'text', content: 'Qual o prazo?' } as const;

it('keeps what is typed with the message that it answers, until it is sent', () => {
  const drafts = createMemoryDrafts();
  const draft = createDraft(drafts, key, now);
  draft.setState({ text: 'Amanhã', reply: quoted });
  const reloaded = createDraft(drafts, key, now);
  expect(reloaded.getState()).toMatchObject({ text: 'Amanhã', reply: quoted, isNote: false });
  clearDraft(reloaded);
  expect(drafts.read(key)).toBeNull();
});

it('keeps that a text is a note for agents, so that a reload sends it to no customer', () => {
  const drafts = createMemoryDrafts();
  createDraft(drafts, key, now).setState({
    text: 'Só nós',
    isNote: true,
    mentions: [{ id: 2, name: 'Bia' }],
  });
  expect(createDraft(drafts, key, now).getState()).toMatchObject({
    text: 'Só nós',
    isNote: true,
    mentions: [{ id: 2, name: 'Bia' }],
  });
});

it('puts a text that was not sent in front of what is typed, and never turns it into a note', () => {
  const draft = createDraft(createMemoryDrafts(), key, now);
  bringBack(draft, 'Primeiro', quoted);
  expect(draft.getState()).toMatchObject({ text: 'Primeiro', reply: quoted });
  draft.setState({ text: 'Segundo', reply: null, isNote: true });
  bringBack(draft, 'Primeiro', null);
  expect(draft.getState()).toMatchObject({ text: 'Primeiro\nSegundo', reply: null, isNote: false });
});
