// @vitest-environment jsdom
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { openForm } from '../../src/engine/react/testing/form.tsx';
import { leaveStrictMode } from '../../src/engine/react/testing/render.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const texts = (count: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string', title: `Campo ${at}` }]),
  );

const fieldRenders = () =>
  Object.entries(counters.renders).filter(([name, count]) => name.startsWith('field:') && count > 0);

/** By its id: names of hundreds of controls are slow to ask for here. */
const control = (name: string) =>
  waitFor(
    () => {
      const found = document.querySelector<HTMLInputElement>(`input#${name}`);
      if (found === null) throw new Error(`${name} is not drawn`);
      return found;
    },
    { timeout: 20_000 },
  );

const key = async (name: string) => {
  const box = await control(name);
  resetCounters();
  act(() => void fireEvent.change(box, { target: { value: 'a' } }));
};

describe('a key', () => {
  it.each([50, 200, 400])(
    'in one of %i fields draws that field and no other',
    async (count) => {
      leaveStrictMode();
      openForm(texts(count));
      await key('f20');
      expect(fieldRenders()).toEqual([['field:f20', 1]]);
    },
    60_000,
  );

  it.each([0, 50, 500])(
    'asks the rules that read its field, of %i others none',
    async (count) => {
      const rules = [
        { when: { $expr: 'form.f20 = "a"' }, show: ['f21'] },
        ...Array.from({ length: count }, (_, at) => ({
          when: { $expr: `form.f${30 + (at % 10)} = "${at}"` },
          require: [`f${40 + (at % 5)}`],
        })),
      ];
      openForm(texts(50), { rules });
      await key('f20');
      expect(fieldRenders().map(([name]) => name)).toEqual(['field:f20', 'field:f21']);
      expect(counters.evaluations).toBe(1);
    },
    60_000,
  );
});

describe('a long form', () => {
  it('draws the first fields, the others when they come near or something is wrong with them', async () => {
    const seen = new Map<Element, (entries: unknown[]) => void>();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        private readonly tell: (entries: unknown[]) => void;
        constructor(tell: (entries: unknown[]) => void) {
          this.tell = tell;
        }
        observe(element: Element) {
          seen.set(element, this.tell);
        }
        unobserve(element: Element) {
          seen.delete(element);
        }
      },
    );
    openForm(texts(2000), { schema: { required: ['f1999'] } });
    await control('f0');
    expect(document.querySelectorAll('[data-field]')).toHaveLength(2000);
    expect(document.querySelector('[data-field=f1999]')?.textContent).toBe('Campo 1999');
    expect(document.querySelectorAll('form input')).toHaveLength(40);

    const place = document.querySelector('[data-field=f1000]')!;
    act(() => seen.get(place)!([{ isIntersecting: true, target: place }]));
    await control('f1000');

    fireEvent.click(document.getElementById('save')!);
    const invalid = await control('f1999');
    await waitFor(() => expect(document.activeElement).toBe(invalid));
    expect(document.querySelectorAll('form input')).toHaveLength(42);
  }, 120_000);

  it('is printed whole', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
      },
    );
    openForm(texts(60));
    await control('f0');
    expect(document.querySelectorAll('form input')).toHaveLength(40);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(document.querySelectorAll('form input')).toHaveLength(60);
  }, 60_000);
});
