// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AgentSelect } from './customer/AgentSelect.tsx';
import { Bubble } from './conversation/Bubble.tsx';
import { testChat, testMessage } from './core/testing.ts';
import { createChatDraft } from './core/chat-draft.ts';
import { ChatDraftContext } from './compose/chat-draft-context.ts';
import { createFakeHost } from '../../engine/core/testing/fake-host.ts';
import { Sidebar } from './customer/Sidebar.tsx';
import { renderChat } from './testing/render.tsx';

/** Disabled buttons say why. */

const reasonOf = (button: HTMLElement): string | null =>
  button.closest('button')!.getAttribute('aria-description');

it('says to a reader why the attendant is not chosen', async () => {
  await renderChat(<AgentSelect chat={testChat(1)} disabled onChange={async () => true} />);
  const button = screen.getByRole('button', { name: /^Atendente: / });
  expect(reasonOf(button)).toBe('Seu acesso permite ler este atendimento, não alterá-lo.');
});

it('says why a contact without a name is not saved', async () => {
  const host = createFakeHost();
  host.onRun = () => ({ data: { rows: [] } });
  await renderChat(<Sidebar chatId={1} />, { host });
  fireEvent.click(screen.getByLabelText('Editar contato'));
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: ' ' } });
  expect(reasonOf(screen.getByText('Salvar'))).toBe('Informe o nome do contato.');
  fireEvent.click(screen.getByText('Salvar'));
  expect(host.runs.filter(({ method }) => method !== 'get')).toEqual([]);
});

it('makes no button of a quote whose message is gone', async () => {
  const host = createFakeHost();
  const reply = {
    id: null,
    type: 'text',
    content: 'Qual o prazo?',
    sender: 'client',
    fileName: null,
  } as const;
  await renderChat(
    <ChatDraftContext value={createChatDraft(host.drafts, 'support.chat.1')}>
      <Bubble
        message={testMessage(7, { reply })}
        customer="Zé"
        startsRun
        isFlashing={false}
        onReply={() => undefined}
        onJump={() => undefined}
      />
    </ChatDraftContext>,
    { host },
  );
  const quote = screen.getByText('Qual o prazo?');
  expect([quote.tagName, quote.title]).toEqual(['DIV', 'A mensagem original não está mais aqui.']);
});
