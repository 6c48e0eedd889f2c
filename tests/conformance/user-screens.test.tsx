// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { expandFragments } from '../../src/engine/core/fragments/expand.ts';
import { createRegistry, loadSpecs } from '../../src/engine/core/index.ts';
import { createFakeHost, failure, type FakeHostOptions } from '../../src/engine/react/testing/host.ts';
import { renderScreen } from '../../src/engine/react/testing/render.tsx';
import { widgets } from '../../widgets/index.ts';

const root = join(import.meta.dirname, '..', '..');
const jsonOf = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as JsonObject;
const registry = createRegistry(await loadSpecs(widgets));
const texts = i18next.createInstance();
const files = readdirSync(join(root, 'locales', 'pt')).map((file) => jsonOf(`locales/pt/${file}`));
void texts.init({
  initAsync: false,
  lng: 'pt',
  interpolation: { escapeValue: false },
  resources: { pt: { translation: Object.assign({}, ...files) as JsonObject } },
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const ana = { id: 7, name: 'Ana Souza', email: 'ana@acme.com.br', isUser: 'N', isActive: 'Y', version: 4 };

/** Opens one of the bundled screens of people as the server sends it. */
function open(name: 'user-create' | 'user-edit', options: FakeHostOptions) {
  const host = Object.assign(createFakeHost(options), {
    translate: (key: string, values?: Record<string, unknown>) =>
      texts.exists(key, { ...values }) ? texts.t(key, { ...values }) : null,
    definition: async () => ({
      definition: jsonOf('screens/admin/user.form.json'),
      version: 0,
      source: 'bundled' as const,
      publishedVersion: 0,
    }),
  });
  const { document } = expandFragments(
    jsonOf(`screens/admin/${name}.screen.json`),
    (id) => jsonOf(`screens/admin/${id}.fragment.json`),
    registry,
  );
  renderScreen(document, { host, params: { id: '7' }, diagnostics: [] });
  return host;
}

const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Salvar' }));

describe('a failed save says what the specification says', () => {
  const offline = () => failure(0, 'Sem conexão com o servidor.', 'NETWORK');

  async function create(error: () => object) {
    const host = open('user-create', {
      answer(_path, _query, { method }) {
        if (method === 'post') throw error();
        return { data: {} };
      },
    });
    fireEvent.change(await field(/^Nome/), { target: { value: 'Ana' } });
    fireEvent.change(await field(/^E-mail/), { target: { value: 'ana@acme.com.br' } });
    await save();
    await waitFor(() => expect(host.toasts).toHaveLength(1));
    return host;
  }

  it('on create: the words of the server', async () => {
    const { toasts, navigations } = await create(() => failure(500, 'O disco está cheio.'));
    expect(toasts).toEqual([{ kind: 'error', text: 'O disco está cheio.' }]);
    expect(navigations).toEqual([]);
  });

  it('on create: its own words where the server said nothing', async () => {
    const { toasts } = await create(offline);
    expect(toasts).toEqual([
      { kind: 'error', text: 'Erro ao criar usuário', detail: 'Sem conexão com o servidor.' },
    ]);
    expect((await field(/^Nome/)).value).toBe('Ana');
  });

  it('on edit: whose record it was, and why', async () => {
    const host = open('user-edit', {
      answer(_path, _query, { method }) {
        if (method === 'put') throw offline();
        return { data: ana };
      },
    });
    const name = await field(/^Nome/);
    fireEvent.change(name, { target: { value: 'Ana Lima' } });
    await save();
    await waitFor(() =>
      expect(host.toasts).toEqual([
        {
          kind: 'error',
          text: 'Houve um erro ao editar o usuário: Ana Lima',
          detail: 'Sem conexão com o servidor.',
        },
      ]),
    );
    expect(name.value).toBe('Ana Lima');
  });
});

describe('choices of people', () => {
  const people = '/adm/v2/dd/sec/user?page=1&perPage=200&order=name_asc&isUser=Y&isActive=Y';

  async function opened(label: RegExp) {
    const host = open('user-create', { answer: () => ({ data: { rows: [], totalRows: 0 } }) });
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: label });
    vi.useFakeTimers();
    const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    fireEvent.click(box);
    await later(0);
    expect(host.loads).toEqual([people]);
    return { host, box, later };
  }

  it('ask for 200 active users, of managers 500 ms after typing stops', async () => {
    const { host, box, later } = await opened(/^Gestor/);
    fireEvent.change(box, { target: { value: 'an' } });
    await later(499);
    expect(host.loads).toEqual([people]);
    await later(1);
    expect(host.loads).toEqual([people, `${people}&name=an`]);
  });

  it('and of substitutes after 800 ms', async () => {
    const { host, box, later } = await opened(/^Substituto/);
    fireEvent.change(box, { target: { value: 'a' } });
    await later(700);
    fireEvent.change(box, { target: { value: 'an' } });
    await later(799);
    expect(host.loads).toEqual([people]);
    await later(1);
    expect(host.loads).toEqual([people, `${people}&name=an`]);
  });

  it('say the limit of a search, and ask nothing beyond it', async () => {
    const { host, box, later } = await opened(/^Gestor/);
    fireEvent.change(box, { target: { value: 'a'.repeat(201) } });
    await later(1_000);
    expect(host.loads).toEqual([people]);
    expect(screen.getByText('Busque no máximo 200 caracteres.')).toBeTruthy();
  });
});
