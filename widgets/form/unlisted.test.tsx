// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { checkFormSafety } from '../../src/engine/core/form/compile.ts';
import type { FormDocument } from '../../src/engine/core/index.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

const name = { type: 'string', title: 'Nome' };

describe('a form whose layout leaves out a required field', () => {
  it.each([
    ['without a default', { type: 'string', title: 'Setor' }],
    ['with a default', { type: 'string', title: 'Setor', default: 'TI' }],
  ])('names it when it cannot be sent, %s', async (_what, unit) => {
    const host = openForm({ name, unit }, { fields: ['name'], schema: { required: ['unit'] } });
    await screen.findByRole('textbox', { name: 'Nome' });
    await save();
    expect(await screen.findByText(/^Setor: campo obrigatório que este formulário não mostra/)).toBeTruthy();
    expect(host.requests).toEqual([]);
  });

  it('names a column that a table leaves out, at the table', async () => {
    const item = {
      type: 'object',
      properties: { name, unit: { type: 'string', title: 'Setor' } },
      required: ['unit'],
    };
    openForm(
      { lines: { type: 'array', title: 'Linhas', items: item } },
      { fields: [{ field: 'lines', widget: 'table', fields: ['name'] }], value: { lines: [{ name: 'a' }] } },
    );
    await screen.findByRole('textbox', { name: /Nome/ });
    await save();
    expect(await screen.findByText(/^Setor: campo obrigatório/)).toBeTruthy();
  });

  it('is named by the check of definitions', () => {
    const items = { type: 'object', properties: { name, unit: name }, required: ['unit'] };
    const found = checkFormSafety({
      kind: 'form',
      formatVersion: 2,
      id: 'x',
      schema: {
        type: 'object',
        properties: { name, unit: name, lines: { type: 'array', items } },
        allOf: [{ required: ['unit'] }],
      },
      ui: {
        sections: [
          { id: 'a', fields: ['name'] },
          { id: 'b', fields: [{ field: 'lines', widget: 'table', fields: ['name'] }] },
        ],
      },
    } as unknown as FormDocument);
    expect(found).toEqual([
      {
        pointer: '/ui/sections/1/fields',
        code: 'form-required-unlisted',
        values: { field: 'unit' },
        severity: 'warning',
      },
      {
        pointer: '/ui/sections/1/fields/0/fields',
        code: 'form-required-unlisted',
        values: { field: 'lines.unit' },
        severity: 'warning',
      },
    ]);
  });
});
