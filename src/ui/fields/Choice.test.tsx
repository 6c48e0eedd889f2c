// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Choice } from './Choice.tsx';
import type { ChoiceProps } from './Choice.tsx';
import { choose } from '../testing/choice.ts';

const cities = [
  { value: 1, label: 'Belém' },
  { value: 2, label: 'Maceió', disabled: true },
  { value: 3, label: 'Manaus' },
  { value: 4, label: 'Évora' },
  { value: 5, label: 'Maringá' },
];

/** Shows a choice in a form inside of something that closes with Escape. */
function show(props: Partial<ChoiceProps> = {}, first = '3') {
  const seen = { values: [] as string[], outer: [] as string[], sent: 0, left: 0 };
  function Page() {
    const [value, setValue] = useState(first);
    return (
      <FluentProvider>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            seen.sent += 1;
          }}
          onKeyDown={(event) => seen.outer.push(event.key)}
        >
          <label htmlFor="city">Cidade</label>
          <Choice
            id="city"
            value={value}
            options={cities}
            onChange={(next) => {
              seen.values.push(next);
              setValue(next);
            }}
            onBlur={() => (seen.left += 1)}
            {...props}
          />
          <button type="submit">Enviar</button>
        </form>
      </FluentProvider>
    );
  }
  render(<Page />);
  const box = screen.getByRole('combobox', { name: 'Cidade' });
  /** Name of the option that the keys have reached. */
  const reached = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { seen, box, reached };
}

/** Presses letters that belong to one word unless the clock of the test is set on. */
function type(box: HTMLElement, letters: string): void {
  for (const key of letters) fireEvent.keyDown(box, { key });
}

const list = () => screen.findByRole('listbox', { name: 'Cidade' });
const closed = () => expect(screen.queryByRole('listbox')).toBeNull();

afterEach(() => vi.useRealTimers());

describe('a choice', () => {
  it('shows its option, and chooses another with the mouse, the focus staying at its button', async () => {
    const { seen, box } = show();
    expect(box.textContent).toBe('Manaus');
    await userEvent.click(box);
    await list();
    expect(screen.getByRole('option', { name: 'Manaus', selected: true })).toBeTruthy();
    expect(document.activeElement).toBe(box);
    await userEvent.click(screen.getByRole('option', { name: 'Maceió' }));
    expect(seen.values).toEqual([]);
    await userEvent.click(screen.getByRole('option', { name: 'Belém' }));
    closed();
    expect(seen.values).toEqual(['1']);
    expect(box.textContent).toBe('Belém');
    expect(document.activeElement).toBe(box);
    expect(seen).toMatchObject({ left: 0, sent: 0 });
  });

  it.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}', '{Alt>}{ArrowDown}{/Alt}'])(
    'opens with %s at its option, and chooses with the keys',
    async (key) => {
      const { seen, box, reached } = show();
      await userEvent.tab();
      await userEvent.keyboard(key);
      await list();
      await waitFor(() => expect(reached()).toBe('Manaus'));
      await userEvent.keyboard('{ArrowUp}');
      expect(reached()).toBe('Belém');
      await userEvent.keyboard('{ArrowUp}{End}');
      expect(reached()).toBe('Maringá');
      await userEvent.keyboard('{PageUp}');
      expect(reached()).toBe('Belém');
      await userEvent.keyboard('{PageDown}{Home}{ArrowDown}{Enter}');
      closed();
      expect(document.activeElement).toBe(box);
      await userEvent.keyboard(' ');
      await list();
      await userEvent.keyboard('{End} ');
      expect(seen).toMatchObject({ values: ['5'], sent: 0 });
      expect(box.getAttribute('aria-expanded')).toBe('false');
    },
  );

  it('keeps its option with Escape, which nothing around it hears', async () => {
    const { seen, box } = show();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await list();
    await userEvent.keyboard('{End}{Escape}');
    closed();
    expect(document.activeElement).toBe(box);
    expect(seen).toMatchObject({ values: [], outer: [] });
    await userEvent.keyboard('{Escape}');
    expect(seen.outer).toEqual(['Escape']);
  });

  it('finds options by their letters, without marks, those typed before its list too', async () => {
    // The clock stands still, however long the letters take.
    vi.useFakeTimers({ toFake: ['performance'] });
    const { box, reached } = show({}, '1');
    await userEvent.tab();
    type(box, 'mari');
    await list();
    await waitFor(() => expect(reached()).toBe('Maringá'));
    fireEvent.keyDown(box, { key: 'Escape' });
    type(box, 'e');
    await list();
    await waitFor(() => expect(reached()).toBe('Évora'));
    fireEvent.keyDown(box, { key: 'Escape' });
    // One letter again and again goes around, past what cannot be chosen.
    type(box, 'mmm');
    await list();
    await waitFor(() => expect(reached()).toBe('Manaus'));
    // A letter after a pause begins another word.
    vi.advanceTimersByTime(1000);
    type(box, 'b');
    expect(reached()).toBe('Belém');
  });

  it('chooses with Tab what the keys have reached, and closes when it is left', async () => {
    const { seen, box } = show();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await list();
    await userEvent.keyboard('{End}');
    await userEvent.tab();
    closed();
    expect(document.activeElement?.textContent).toBe('Enviar');
    expect(seen).toMatchObject({ values: ['5'], left: 1 });
    await userEvent.click(box);
    await list();
    await userEvent.click(document.body);
    await waitFor(closed);
  });

  it('has a faint option of its own for no value, and says what it is', async () => {
    const { seen, box } = show({ placeholder: 'Selecione', 'aria-required': true, 'aria-invalid': true });
    await choose(box, 'Selecione');
    expect(seen.values).toEqual(['']);
    expect(box.textContent).toBe('Selecione');
    expect(box.getAttribute('aria-required')).toBe('true');
    expect(box.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows a value that is none of its options', () => {
    expect(show({}, '77').box.textContent).toBe('77');
  });

  it('does not open while it is disabled', async () => {
    const { box } = show({ disabled: true });
    await userEvent.click(box);
    closed();
    await userEvent.tab();
    expect(document.activeElement).not.toBe(box);
  });
});

describe('on a phone', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the device’s own list', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const { seen, box } = show({ placeholder: 'Selecione' });
    expect(box).toBeInstanceOf(HTMLSelectElement);
    await userEvent.selectOptions(box, 'Maringá');
    expect(seen.values).toEqual(['5']);
    expect(document.querySelectorAll('option')).toHaveLength(6);
  });
});
