// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeHost, failure } from '../../../engine/core/testing/fake-host.ts';
import NewMessage from './NewMessage.tsx';
import { renderChat } from '../testing/render.tsx';

async function search(text: string) {
  const host = createFakeHost();
  host.onRun = () => ({ data: { rows: [] } });
  await renderChat(<NewMessage onClose={() => undefined} />, { host });
  fireEvent.change(screen.getByLabelText('Pesquise por nome, empresa ou número'), {
    target: { value: text },
  });
  fireEvent.click(screen.getByText('Criar novo contato'));
  const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
  const create = screen.getByText('Criar e escrever').closest('button')!;
  return {
    name: value('Nome'),
    number: value('Número do WhatsApp'),
    reason: create.getAttribute('aria-description'),
  };
}

it('carries a number that nobody has over into the new contact, and says what is missing', async () => {
  expect(await search(' (11) 98000-1234 ')).toEqual({
    name: '',
    number: '(11) 98000-1234',
    reason: 'Informe o nome do contato.',
  });
});

it('gives the focus to the first field of a new contact, so that keys go on in the dialog', async () => {
  await search('Zé');
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'));
});

it('carries a name over as the name', async () => {
  expect(await search('Zé Ninguém')).toMatchObject({ name: 'Zé Ninguém', number: '' });
});

it('says why a search failed, and not that nobody is there', async () => {
  const host = createFakeHost();
  host.onRun = () => Promise.reject(failure('NETWORK', 'Sem conexão'));
  await renderChat(<NewMessage onClose={() => undefined} />, { host });
  expect((await screen.findByText('Sem conexão')).getAttribute('role')).toBe('alert');
  expect(screen.queryByText('Nenhum contato encontrado')).toBeNull();
});
