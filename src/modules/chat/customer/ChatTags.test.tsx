// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeHost } from '../../../engine/core/testing/fake-host.ts';
import { ChatTags } from './ChatTags.tsx';
import { ChatRow } from '../list/ChatRow.tsx';
import { testChat } from '../core/testing.ts';
import { renderChat } from '../testing/render.tsx';

const [urgent, invoice] = [
  { id: 1, title: 'Urgente', color: '#C4314B' },
  { id: 2, title: 'Orçamento', color: '#0F6CBD' },
];

async function open(mayWrite = true) {
  const host = createFakeHost();
  host.onRun = ({ method }) =>
    method === 'get'
      ? { data: { rows: [invoice, urgent] } }
      : { data: testChat(1, { tags: [], version: 2 }) };
  const chat = testChat(1, { tags: [urgent] });
  await renderChat(<ChatTags chat={chat} />, { host, mayWrite });
  return host;
}

it('offers all tags by a part of their titles, adds one by the keyboard, and stays open for more', async () => {
  const host = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Adicionar etiqueta' }));
  const search = await screen.findByLabelText('Pesquisar etiqueta...');
  const options = () =>
    within(screen.getByRole('listbox', { hidden: true })).getAllByRole('option', { hidden: true });
  // Fluent hides the page around a popover, in tests that share a process sometimes the popover too.
  await screen.findByText('Orçamento');
  expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  fireEvent.change(search, { target: { value: 'orcam' } });
  expect(options()).toHaveLength(1);
  await act(async () => fireEvent.keyDown(search, { key: 'Enter' }));
  expect(host.runs.at(-1)).toMatchObject({
    method: 'put',
    address: '/adm/v2/sup/zap/chat/1/tags',
    body: { add: [2] },
  });
  expect(screen.getByRole('listbox', { hidden: true })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'nada' } });
  expect(screen.getByText('Nenhuma etiqueta encontrada')).toBeTruthy();
});

it('removes a tag at the tag, and lets those who may only read do neither', async () => {
  const host = await open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Remover etiqueta/ })));
  expect(host.runs.at(-1)?.body).toEqual({ remove: [1] });
  cleanup();
  await open(false);
  expect(screen.getByText('Urgente')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('shows the first tag of a chat in the list, and how many more there are', async () => {
  const chat = testChat(1, { tags: [invoice!, urgent!] });
  await renderChat(<ChatRow chat={chat} isSelected={false} isTabStop at={0} onOpen={() => undefined} />);
  const row = screen.getByRole('button');
  expect(row.textContent).toContain('Orçamento');
  expect(row.textContent).not.toContain('Urgente');
  expect(row.textContent).toContain('+1');
});
