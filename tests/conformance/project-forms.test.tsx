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
