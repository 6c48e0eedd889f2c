// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Editor } from '../../editor.ts';
import { openPanel, viewOf } from '../testing/surface.tsx';

afterEach(cleanup);

const documentWith = (text: string): JsonObject =>
  viewOf([{ id: 'words', type: 'text', at: { x: 0, y: 0, w: 4, h: 2 }, props: { text } }], {
    strings: { pt: { hello: 'Olá' }, en: { hello: 'Hello' } },
  });

async function open(text: string, shown: string): Promise<{ editor: Editor; field: HTMLElement }> {
  const editor = openPanel(documentWith(text), 'words', {
    translate: (key) => (key === 'actions.save' ? 'Salvar' : null),
  });
  return { editor, field: await screen.findByDisplayValue(shown, {}, { timeout: 60_000 }) };
}

it('a text of the document is shown and edited in the language of the person', async () => {
  const { editor, field } = await open('$hello', 'Olá');
  fireEvent.change(field, { target: { value: 'Bom dia' } });
  expect(editor.document()).toMatchObject({
    strings: { pt: { hello: 'Bom dia' }, en: { hello: 'Hello' } },
    body: [{ props: { text: '$hello' } }],
  });
  act(() => void editor.undo());
  expect(editor.document()).toEqual(documentWith('$hello'));
});

it('a text of the product that somebody changes becomes one of the document', async () => {
  const { editor, field } = await open('$actions.save', 'Salvar');
  fireEvent.change(field, { target: { value: 'Gravar' } });
  expect(editor.document()).toMatchObject({
    strings: { pt: { hello: 'Olá', wordsText: 'Gravar' } },
    body: [{ props: { text: '$wordsText' } }],
  });
});

it('a text that stands in the widget is edited where it stands', async () => {
  const { editor, field } = await open('$$5', '$$5');
  fireEvent.change(field, { target: { value: '$$7' } });
  expect(editor.document()).toEqual(documentWith('$$7'));
});
