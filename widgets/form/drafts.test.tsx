// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryDrafts } from '../../src/engine/core/testing/drafts.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const properties = {
  name: { type: 'string', title: 'Nome' },
  secret: { type: 'string', title: 'Senha', format: 'password' },
  access: {
    type: 'object',
    title: 'Acesso',
    properties: {
      login: { type: 'string', title: 'Login' },
      key: { type: 'string', title: 'Chave', format: 'sealed-password' },
    },
  },
};
const props = { draft: true };
const field = (name: string) => screen.findByLabelText(name, { selector: 'input' });

function withDraft() {
  const host = createFakeHost();
  host.drafts.write('opened.new', { name: 'Ana' }, '2026-11-21T11:55:00Z');
  return openForm(properties, { props, host });
}

describe('a draft', () => {
  it('stores the input when the form is left, without passwords at any depth', async () => {
    const host = openForm(properties, { props });
    await userEvent.type(await field('Nome'), 'Ana');
    await userEvent.type(await field('Senha'), 'hidden1');
    await userEvent.type(await field('Login'), 'ana');
    await userEvent.type(await field('Chave'), 'hidden2');
    host.unmount();
    expect(host.drafts.read('opened.new')?.values).toEqual({ name: 'Ana', access: { login: 'ana' } });
  });

  it('says once that this device cannot keep it, and the form goes on', async () => {
    const host = createFakeHost();
    host.drafts.write = () => false;
    openForm(properties, { props, host });
    const said = [
      {
        kind: 'warning',
        text: 'O que foi digitado não pode ser guardado neste aparelho. Salve antes de sair desta página.',
      },
    ];
    await userEvent.type(await field('Nome'), 'Ana');
    await waitFor(() => expect(host.toasts).toEqual(said));
    await userEvent.type(await field('Login'), 'ana');
    await save();
    await waitFor(() => expect(host.requests).toHaveLength(1));
    expect(host.toasts).toEqual(said);
  });

  it('is offered, and restored only when the person accepts it', async () => {
    withDraft();
    await screen.findByText(/Continuar de onde parou\? \(há 5 min/);
    expect(((await field('Nome')) as HTMLInputElement).value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(((await field('Nome')) as HTMLInputElement).value).toBe('Ana');
    expect(screen.queryByText(/Continuar de onde parou/)).toBeNull();
  });

  it('is deleted when discarded', async () => {
    const host = withDraft();
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(host.drafts.read('opened.new')).toBeNull();
    expect(screen.queryByText(/Continuar de onde parou/)).toBeNull();
  });

  it('is deleted once the form is saved', async () => {
    const host = withDraft();
    await userEvent.type(await field('Nome'), 'Bia');
    await save();
    await waitFor(() => expect(host.requests).toHaveLength(1));
    host.unmount();
    expect(host.drafts.read('opened.new')).toBeNull();
  });

  it('is stored only by a form that declares it', async () => {
    const host = Object.assign(createFakeHost(), { drafts: createMemoryDrafts() });
    openForm(properties, { host });
    await userEvent.type(await field('Nome'), 'Ana');
    cleanup();
    expect(host.drafts.read('opened.new')).toBeNull();
  });
});
