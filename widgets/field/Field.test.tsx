// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/contracts/json.ts';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const options: Json[] = [
  { value: 'a', label: 'Alfa' },
  { value: 'b', label: 'Beta', tone: 'info' },
  { value: 'c', label: 'Gama', disabled: true },
];

/** A field, a button that sends its value, and the values that its event named. */
function open(props: JsonObject, value: Json = null) {
  const host = createFakeHost();
  renderScreen(
    screenOf(
      [
        {
          id: 'f',
          type: 'field',
          props: { bind: 'state.value', label: 'Valor', ...props },
          on: { change: [{ set: { 'state.heard': { $expr: 'event.value' } } }] },
        },
        {
          id: 'send',
          type: 'button',
          props: { text: 'Enviar' },
          on: {
            press: [
              {
                request: {
                  post: '/x',
                  body: { value: { $expr: 'state.value' }, heard: { $expr: 'state.heard' } },
                },
              },
            ],
          },
        },
      ],
      { state: { value, heard: null } },
    ),
    { host },
  );
  return {
    async sent() {
      await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
      await waitFor(() => expect(host.requests.length).toBeGreaterThan(0));
      const { value: now, heard } = host.requests.at(-1)!.body as JsonObject;
      expect(heard ?? null).toEqual(now ?? null);
      return now ?? null;
    },
  };
}

describe('a field', () => {
  it('writes what is typed, and null when it is emptied', async () => {
    const field = open({});
    await userEvent.type(await screen.findByRole('textbox', { name: 'Valor' }), 'ab');
    expect(await field.sent()).toBe('ab');
    await userEvent.clear(screen.getByRole('textbox'));
    expect(await field.sent()).toBeNull();
  });

  it.each([
    ['number', '1,5', 1.5],
    ['cpf', '52998224725', '52998224725'],
    ['date', '05/03/2026', '2026-03-05'],
  ])('edits a %s', async (control, typed, value) => {
    const field = open({ control });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Valor' }), typed);
    expect(await field.sent()).toBe(value);
  });

  it.each(['checkbox', 'switch'])('edits a %s by the keyboard', async (control) => {
    const field = open({ control });
    (await screen.findByRole(control, { name: 'Valor' })).focus();
    await userEvent.keyboard(' ');
    expect(await field.sent()).toBe(true);
  });

  it('edits a slider', async () => {
    open({ control: 'slider', min: 0, max: 10, step: 2, unit: 'kg' }, 4);
    const slider = (await screen.findByRole('slider', { name: 'Valor' })) as HTMLInputElement;
    expect([slider.min, slider.max, slider.step, slider.getAttribute('aria-valuetext')]).toEqual([
      '0',
      '10',
      '2',
      '4 kg',
    ]);
  });

  it('edits tags', async () => {
    const field = open({ control: 'tags' });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Valor' }), 'um{Enter}dois{Enter}');
    expect(await field.sent()).toEqual(['um', 'dois']);
  });

  it('offers options, disabled ones too', async () => {
    const field = open({ control: 'select', options });
    const box = await screen.findByRole('combobox', { name: 'Valor' });
    await userEvent.click(box);
    expect((await screen.findByRole('option', { name: 'Gama' })).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('option', { name: 'Beta' }));
    expect(box.textContent).toBe('Beta');
    expect(await field.sent()).toBe('b');
  });

  it('shows several choices as their number', async () => {
    const field = open({ control: 'choices', options }, ['a']);
    const box = await screen.findByRole('combobox', { name: 'Valor' });
    expect(box.textContent).toBe('Alfa');
    await userEvent.click(box);
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Beta/ }));
    expect(box.textContent).toBe('2 selecionados');
    await userEvent.keyboard('{Escape}');
    expect(await field.sent()).toEqual(['a', 'b']);
  });

  it('edits a range of dates, and reports one that ends before it begins', async () => {
    const field = open({ control: 'daterange' });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Valor: De' }), '05/03/2026');
    await userEvent.type(screen.getByRole('textbox', { name: 'Valor: Até' }), '01/03/2026');
    await userEvent.tab();
    expect(await screen.findByText('O fim não pode ser anterior ao início')).toBeTruthy();
    expect(await field.sent()).toEqual({ from: '2026-03-05', to: '2026-03-01' });
  });

  it('edits a colour, typed or chosen', async () => {
    const field = open({ control: 'color' });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Valor' }), '12');
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
    await userEvent.click(screen.getByRole('button', { name: 'Escolher cor de Valor' }));
    await userEvent.click(await screen.findByRole('radio', { name: '#4F3277', hidden: true }));
    await userEvent.keyboard('{Escape}');
    expect(await field.sent()).toBe('#4F3277');
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull();
  });

  it('edits an icon with its colour', async () => {
    const field = open({ control: 'icon' }, { color: '#4F3277' });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Valor' }), 'calen');
    await userEvent.click(await screen.findByRole('option', { name: /calendar$/ }));
    expect(await field.sent()).toEqual({ icon: 'calendar', color: '#4F3277' });
  });

  it('reports a missing value once it is left, and a message of the definition at once', async () => {
    open({ required: true, hint: 'Como no contrato' });
    const box = await screen.findByRole('textbox', { name: /Valor/ });
    expect(box.getAttribute('aria-required')).toBe('true');
    expect(screen.getByText('Como no contrato')).toBeTruthy();
    await userEvent.click(box);
    await userEvent.tab();
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(box, 'a');
    expect(box.getAttribute('aria-invalid')).toBeNull();
    cleanup();
    open({ error: { $expr: "state.value = null ? 'Já existe' : ''" } });
    expect(await screen.findByText('Já existe')).toBeTruthy();
  });

  it.each([
    'text',
    'select',
    'combobox',
    'date',
    'daterange',
    'choices',
    'switch',
    'slider',
    'color',
    'icon',
  ])('is locked while it is disabled: %s', async (control) => {
    open({ control, options, disabled: true });
    await screen.findAllByText(/Valor/);
    await waitFor(() =>
      expect(document.querySelectorAll('input, select, button[role=combobox]').length).toBeGreaterThan(0),
    );
    const enabled = [...document.querySelectorAll('input, select, button')].filter(
      (one) => !(one as HTMLInputElement).disabled && one.textContent !== 'Enviar',
    );
    expect(enabled).toEqual([]);
  });
});

describe('a disabled field', () => {
  it.each([
    ['radio', 'radio'],
    ['checkboxes', 'checkbox'],
  ])('should lock every option of %s', async (control, role) => {
    open({ control, options, disabled: true });
    const boxes = await screen.findAllByRole<HTMLInputElement>(role);
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, true, true]);
  });
});

describe('a field', () => {
  it('should name its unit', async () => {
    open({ control: 'number', unit: 'kg' }, 12);
    await screen.findByDisplayValue('12');
    expect(screen.getByText('kg')).toBeTruthy();
  });

  it('should be marked as required while a box has no value', async () => {
    open({ control: 'checkbox', required: true });
    const box = await screen.findByRole('checkbox');
    expect(screen.getByText('**')).toBeTruthy();
    await userEvent.click(box);
    await userEvent.click(box);
    expect(screen.queryByText('**')).toBeNull();
  });
});
