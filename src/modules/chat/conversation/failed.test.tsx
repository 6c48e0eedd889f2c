// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { Conversation } from './Conversation.tsx';
import { testChat, testPending, testMessage } from '../core/testing.ts';
import { PendingBubble } from './PendingBubble.tsx';
import { Bubble } from './Bubble.tsx';
import { createChatDraft } from '../core/chat-draft.ts';
import { ChatDraftContext } from '../compose/chat-draft-context.ts';
import { renderChat } from '../testing/render.tsx';

/** Messages that were not delivered: another attempt, or the text back in the composer. */

const chats = [testChat(1, { windowEndsAt: '2026-01-03T00:00:00Z' })];

async function show(code: number) {
  const host = createFakeHost();
  const draft = createChatDraft(host.drafts, 'support.chat.1');
  const message = testMessage(7, {
    content: 'Segue o boleto',
    sender: 'support',
    state: 'failed',
    failure: { code, detail: 'x' },
  });
  await renderChat(
    <ChatDraftContext value={draft}>
      <Bubble
        message={message}
        customer="Zé"
        startsRun
        isFlashing={false}
        onReply={() => undefined}
        onJump={() => undefined}
      />
    </ChatDraftContext>,
    { host, chats },
  );
  return draft;
}

it('brings a text that failed back to the composer, and offers no attempt that cannot succeed', async () => {
  const draft = await show(131_026);
  expect(screen.queryByText('Tentar novamente')).toBeNull();
  fireEvent.click(screen.getByText('Editar e enviar de novo'));
  expect(draft.getState()).toMatchObject({ text: 'Segue o boleto', isNote: false });
});

it('offers another attempt after a failure that passes', async () => {
  await show(131_000);
  expect(screen.getByText('Tentar novamente')).toBeTruthy();
});

it('takes a text that the server refused out of the queue when it is edited', async () => {
  const host = createFakeHost();
  const draft = createChatDraft(host.drafts, 'support.chat.1');
  const pending = testPending({ text: 'Olá', refusal: 'Não' });
  const { sync } = await renderChat(
    <ChatDraftContext value={draft}>
      <PendingBubble pending={pending} />
    </ChatDraftContext>,
    { host, chats },
  );
  await act(async () => fireEvent.click(screen.getByText('Editar e enviar de novo')));
  expect([draft.getState().text, sync.getState().pending]).toEqual(['Olá', []]);
});

it('shows the message that a draft answers again after a reload', async () => {
  const host = createFakeHost();
  createChatDraft(host.drafts, 'support.chat.1').setState({
    text: 'Amanhã',
    reply: { id: 3, type: 'text', content: 'Qual o prazo?' },
  });
  const page = await renderChat(<Conversation chatId={1} isSideOpen={false} onSide={() => undefined} />, {
    host,
    chats,
  });
  await act(async () => page.sync.open(1));
  expect(screen.getByText('Qual o prazo?')).toBeTruthy();
  expect((screen.getByLabelText('Escreva uma mensagem') as HTMLTextAreaElement).value).toBe('Amanhã');
});
