// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm as open, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });
const box = (name: string) => screen.findByRole('textbox', { name });
const nameBox = () => box('Nome da entrada em Variáveis');
const env = (more: JsonObject = { additionalProperties: { type: 'string' } }): JsonObject => ({
  env: { type: 'object', title: 'Variáveis', ...more },
});
const ports: JsonObject = {
  type: 'object',
  title: 'Porta',
  properties: { number: { type: 'string', title: 'Número' } },
};
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Adicionar entrada' }));
const retype = async (input: HTMLElement, text: string) => {
  await userEvent.clear(input);
  await userEvent.type(input, text);
};

describe('naming an entry', () => {
  it('lets the Tab key reach the value, which keeps what is typed', async () => {
    const host = open(env());
    await add();
    await retype(await nameBox(), 'web');
    await userEvent.tab();
    expect(document.activeElement?.id).toBe('env/web');
    await userEvent.keyboard('nginx');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ env: { web: 'nginx' } }));
  });

  it('keeps the focus in the name with the Enter key, and in the value that is clicked', async () => {
    open(env());
    await add();
    const name = await nameBox();
    const value = await box('chave1');
    await retype(name, 'web{Enter}');
    expect(document.activeElement).toBe(name);
    await retype(name, '7');
    await userEvent.click(value);
    expect(document.activeElement).toBe(value);
    expect(value.id).toBe('env/7');
  });

  it('keeps the controls of a structured value, also for an entry of the root', async () => {
    const host = open(
      {},
      { fields: ['*'], schema: { additionalProperties: ports }, value: { a: { number: '1' } } },
    );
    await retype(await box('Nome da entrada em Porta'), 'b');
    await userEvent.click(await box('Número'));
    await userEvent.keyboard('2');
    expect(document.activeElement?.id).toBe('b/number');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ b: { number: '12' } }));
  });

  it('has the focus after it is added, and typing replaces its name', async () => {
    const host = open(env({ additionalProperties: { type: 'string' } }));
    await add();
    expect(document.activeElement).toBe(await nameBox());
    await userEvent.keyboard('COR{Tab}azul');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ env: { COR: 'azul' } }));
  });

  it('moves the focus to the control that the new name asks for', async () => {
    open(env({ patternProperties: { '^n_': ports }, additionalProperties: { type: 'string' } }));
    await add();
    await retype(await nameBox(), 'n_1');
    await userEvent.tab();
    expect(document.activeElement?.id).toBe('env/n_1/number');
  });
});

describe('a refused name of an entry', () => {
  it.each([
    ['{Backspace}', '', 'Toda entrada precisa de um nome.'],
    ['__proto__', '__proto__', '“__proto__” é um nome reservado.'],
    ['constructor', 'constructor', '“constructor” é um nome reservado.'],
    ['x_a', 'x_a', 'O nome “x_a” já está em uso.'],
    ['web', 'web', '“web” não segue o padrão dos nomes: ^x_'],
    ['x_toolong', 'x_toolong', '“x_toolong” não é permitido pelas regras de nomes deste campo.'],
  ])('stays as typed with the rule: %s', async (keys, typed, rule) => {
    const schema = { patternProperties: { '^x_': { type: 'string' } }, propertyNames: { maxLength: 5 } };
    const host = open(env({ ...schema, additionalProperties: false }), {
      value: { env: { x_a: '1', x_b: '2' } },
    });
    const names = await screen.findAllByRole('textbox', { name: 'Nome da entrada em Variáveis' });
    await retype(names[1]!, keys);
    await userEvent.tab();
    expect((names[1] as HTMLInputElement).value).toBe(typed);
    expect(names[1]!.getAttribute('aria-invalid')).toBe('true');
    const message = document.getElementById(names[1]!.getAttribute('aria-describedby')!);
    expect(message?.textContent).toContain(rule);
    expect(message?.textContent).toContain('A entrada continua com o nome “x_b”.');
    await retype(names[1]!, 'x_c{Enter}');
    expect(screen.queryByText(/continua com o nome/)).toBeNull();
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ env: { x_a: '1', x_c: '2' } }));
  });
});

describe('removing an entry', () => {
  it('moves the focus to a neighbour, then to the button that adds one', async () => {
    open(env(), { value: { env: { a: '1', b: '2', c: '3' } } });
    await box('b');
    await userEvent.click(button('Remover b'));
    expect((document.activeElement as HTMLInputElement).value).toBe('c');
    await userEvent.click(button('Remover c'));
    expect((document.activeElement as HTMLInputElement).value).toBe('a');
    await userEvent.click(button('Remover a'));
    expect(document.activeElement).toBe(button('Adicionar entrada'));
  });
});
