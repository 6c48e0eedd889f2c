// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm as open, save } from '../../src/engine/react/testing/form.tsx';
import { choose } from '../../src/ui/testing/choice.ts';

afterEach(cleanup);

const shape = (type: string): JsonObject => ({
  type: 'object',
  title: type,
  properties: {
    type: { type: 'string', title: 'Tipo', enum: [type, `${type}Z`] },
    coordinates: { type: 'string', title: `Coordenadas de ${type}` },
  },
  required: ['type', 'coordinates'],
});
const code = (title: string, rule: JsonObject): JsonObject => ({
  type: 'object',
  title,
  properties: { code: { type: 'string', title: 'Código', ...rule } },
});

async function errorsAfter(schema: JsonObject, alternative: string): Promise<string[]> {
  open({ x: { title: 'Geometria', ...schema } });
  await choose(await screen.findByRole('combobox', { name: 'Geometria' }), alternative);
  const types = screen.queryByRole('combobox', { name: 'Tipo' });
  if (types !== null) await choose(types, alternative);
  const codes = screen.queryByRole('textbox', { name: 'Código' });
  if (codes !== null) await userEvent.type(codes, 'xx');
  await save();
  await waitFor(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull());
  return [...document.querySelectorAll('[id$="-note"]')].flatMap(({ id, textContent }) =>
    textContent === '' ? [] : [`${id} ${textContent}`],
  );
}

it('shows only the errors of the alternative that the value resembles', async () => {
  const oneOf = [{ type: 'null' }, shape('Point'), shape('LineString'), shape('Polygon')];
  expect(await errorsAfter({ oneOf }, 'Polygon')).toEqual(['x/coordinates-note Campo Obrigatório']);
});

it('shows only the errors of the alternative that the person chose', async () => {
  const oneOf = [code('Sigla', { maxLength: 1 }), code('Número', { pattern: '^\\d+$' })];
  expect(await errorsAfter({ oneOf }, 'Número')).toEqual([
    'x/code-note Formato inválido. Confira o que foi digitado.',
  ]);
});

it('restores what was typed in an alternative when it is chosen again', async () => {
  const oneOf = [code('Sigla', { maxLength: 1 }), code('Número', { pattern: '^\\d+$' })];
  open({ x: { title: 'Documento', oneOf } });
  const choice = await screen.findByRole('combobox', { name: 'Documento' });
  const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Código' });
  await choose(choice, 'Sigla');
  await userEvent.type(typed(), 'A');
  await choose(choice, 'Número');
  expect(typed().value).toBe('');
  await userEvent.type(typed(), '12');
  await choose(choice, 'Sigla');
  expect(typed().value).toBe('A');
  await choose(choice, 'Selecione');
  await choose(choice, 'Número');
  expect(typed().value).toBe('12');
});
