// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';
import { failure } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const schema = {
  list: {
    type: 'array',
    title: 'Medidas',
    items: { type: 'object', properties: { title: { type: 'string', title: 'Título' } } },
  },
};
const [people, share] = [
  { name: 'people', title: 'Pessoas' },
  { name: 'share', title: 'Parte' },
];
const ofList = (version: number, ...list: JsonObject[]) => ({ id: 1, version, list });

/** Changes the first title, saves, and returns what the form says of another version that was saved meanwhile. */
async function refusedFor(theirs: JsonObject) {
  const bodies: unknown[] = [];
  openForm(schema, {
    fields: [{ field: 'list', itemTitle: 'Medida', titleField: 'title', fields: ['title'] }],
    value: ofList(1, people, share),
    props: { keep: ['version'] },
    answer: (_path, _query, request) => {
      bodies.push(request.body);
      if (bodies.length === 1) throw { ...failure(409, 'Mudou', 'VERSION_CONFLICT'), data: theirs };
      return { success: true, data: theirs };
    },
  });
  const [title] = await screen.findAllByRole('textbox', { name: 'Título' });
  await userEvent.clear(title!);
  await userEvent.type(title!, 'Gente');
  await save();
  const alert = await screen.findByRole('alert');
  return { bodies, said: within(alert).getByRole('listitem').textContent };
}

it('names the value of an item that two people changed, and saves mine over theirs', async () => {
  const { bodies, said } = await refusedFor(ofList(2, { ...people, title: 'Todos' }, share));
  expect(said).toBe('Medida 1 › Título: o seu “Gente”, o salvo “Todos”');
  await userEvent.click(screen.getByRole('button', { name: 'Manter o meu texto' }));
  await save();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toMatchObject({ version: 2, list: [{ ...people, title: 'Gente' }, share] });
});

it('names the items of a list from which the other removed some', async () => {
  const { said } = await refusedFor(ofList(2, share));
  expect(said).toBe('Medidas: o seu “Gente, Parte”, o salvo “Parte”');
});
