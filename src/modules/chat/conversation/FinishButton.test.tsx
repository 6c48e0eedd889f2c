// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failure } from '../../../engine/core/testing/fake-host.ts';
import { testChat } from '../core/testing.ts';
import { renderChat } from '../testing/render.tsx';
import { FinishButton } from './FinishButton.tsx';

it.each([
  ['Finalizar atendimento', testChat(1)],
  ['Reabrir atendimento', testChat(1, { isFinished: 'Y', isActive: 'N', attendantId: 7 })],
])('says that the status was not updated, and why: %s', async (name, chat) => {
  const { host, server } = await renderChat(<FinishButton chat={chat} />, { chats: [chat] });
  server.change = () => Promise.reject(failure('NETWORK', 'Sem conexão'));
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
  expect(host.notices).toMatchObject([
    { kind: 'error', text: 'Erro ao atualizar status do atendimento.', detail: 'Sem conexão' },
  ]);
});
