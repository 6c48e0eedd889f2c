// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeHost, failure } from '../../../engine/core/testing/fake-host.ts';
import { renderChat } from '../testing/render.tsx';
import { AgentOptions } from './AgentSelect.tsx';

const agents = [
  { id: 1, name: 'Ana', photourl: null },
  { id: 2, name: 'Bruno', photourl: null },
];

async function open() {
  const host = createFakeHost();
  host.onRun = async ({ address }) => ({
    data: { rows: address.includes('name=bruno') ? [agents[1]] : agents },
  });
  const choose = vi.fn();
  await renderChat(<AgentOptions attendantId={null} onChoose={choose} onClose={() => undefined} />, { host });
  await screen.findByText('Ana');
  return { host, choose, box: screen.getByRole('combobox') };
}

it('chooses nobody of an earlier search by Enter, and the one that is found once the answer is there', async () => {
  const { choose, box } = await open();
  fireEvent.change(box, { target: { value: 'bruno' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(choose).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(screen.queryByText('Ana')).toBeNull());
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(choose).toHaveBeenCalledWith(2, 'Bruno');
});

it('says why a search failed, and that nobody is found', async () => {
  const { host, choose, box } = await open();
  host.onRun = () => Promise.reject(failure('NETWORK', 'Sem conexão'));
  fireEvent.change(box, { target: { value: 'mar' } });
  expect(await screen.findByText('Sem conexão')).toBeTruthy();
  expect(screen.queryByText('Ana')).toBeNull();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(choose).not.toHaveBeenCalled();
  host.onRun = async () => ({ data: { rows: [] } });
  await act(async () => fireEvent.change(box, { target: { value: 'zzz' } }));
  expect(await screen.findByText('Nenhum atendente encontrado')).toBeTruthy();
});
