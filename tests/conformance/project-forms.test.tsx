// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm } from '../../src/engine/react/testing/form.tsx';

/** Rules of the product's forms of projects, as the specification has them. */

afterEach(cleanup);

interface FormFile {
  schema: JsonObject & { properties: JsonObject };
  ui: JsonObject;
  rules: unknown[];
}
const formOf = (name: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'screens', 'projects', `${name}.form.json`), 'utf8'),
  ) as FormFile;
const endDate = () => document.getElementById('/endDate') as HTMLInputElement | null;

it.each(['project', 'project-new', 'project-company'])(
  'the end date of %s is disabled until a start date is chosen',
  async (name) => {
    const { schema, ui, rules } = formOf(name);
    const open = (value: JsonObject) => openForm(schema.properties, { schema, ui, rules, value });
    const { unmount } = open({});
    await waitFor(() => expect(endDate()?.disabled).toBe(true));
    unmount();
    open({ startDate: '2026-11-02' });
    await waitFor(() => expect(endDate()?.disabled).toBe(false));
  },
);

it('the form of a copy asks for a template only where one is chosen, and for boards only of who may make some', async () => {
  const { schema, ui, rules } = formOf('project-duplicate');
  const has = (name: string) => document.getElementById(`/${name}`) !== null;
  const open = (value: JsonObject) =>
    openForm(schema.properties, { schema, ui, rules, value: { title: 'Cópia', ...value } });
  const { unmount } = open({ choose: false, mayBoards: true });
  await waitFor(() => expect([has('templateId'), has('boards'), has('tasks')]).toEqual([false, true, true]));
  unmount();
  open({ choose: true, mayBoards: false });
  await waitFor(() => expect([has('templateId'), has('boards'), has('tasks')]).toEqual([true, false, true]));
});

/** The texts of failures in the specification, section 8, by the document whose form says them. */
it.each([
  ['project-list.screen', 'Erro ao criar projeto'],
  ['project-create.screen', 'Projeto não foi criado!'],
  ['project-copy.fragment', 'Ocorreu um erro ao tentar criar o projeto'],
  ['project-settings.screen', 'O projeto não pode ser atualizado!'],
  [
    'board-edit.fragment',
    'Essa Board não pode ser criada/atualizada, tente novamente mais tarde, ou contate o suporte.',
  ],
])('the form of %s says in the words of the specification that it failed, and why', (name, text) => {
  const { strings, ...rest } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'screens', 'projects', `${name}.json`), 'utf8'),
  ) as { strings: { pt: Record<string, string> } };
  const [, key = ''] =
    /"failure":\[\{"toast":\{"error":"\$(\w+)","detail":\{"\$expr":"event\.message"\}\}\}\]/.exec(
      JSON.stringify(rest),
    ) ?? [];
  expect(strings.pt[key]).toBe(text);
});
