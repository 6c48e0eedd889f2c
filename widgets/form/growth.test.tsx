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
  vi.restoreAllMocks();
});

const texts = (count: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string', title: `Campo ${at}` }]),
  );

const fieldRenders = () =>
  Object.entries(counters.renders).filter(([name, count]) => name.startsWith('field:') && count > 0);

/** By its id: names of hundreds of controls are slow to ask for here. */
const control = (name: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[id="/${name}"]`);
    if (found === null) throw new Error(`${name} is not rendered`);
    return found;
  });

const key = async (name: string) => {
  const box = await control(name);
  resetCounters();
  act(() => void fireEvent.change(box, { target: { value: 'a' } }));
};

describe('a key', () => {
  it.each([50, 200, 400])(
    'in one of %i fields renders that field and no other',
    async (count) => {
      leaveStrictMode();
      openForm(texts(count));
      await key('f20');
      expect(fieldRenders()).toEqual([['field:f20', 1]]);
    },
    60_000,
  );

  it.each([0, 50, 500])(
    'evaluates the rules that read its field, and none of %i others',
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

/** Stands for the browser's observer of elements that are all far below the window; answers what brings one into view. */
function stubFarBelow(): (element: Element) => void {
  const observed = new Map<Element, () => void>();
  class Observer {
    readonly #notify: (entries: unknown[]) => void;
    constructor(notify: (entries: unknown[]) => void) {
      this.#notify = notify;
    }
    observe(target: Element) {
      observed.set(target, () => this.#notify([{ isIntersecting: true, target }]));
    }
    unobserve(target: Element) {
      observed.delete(target);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50_000, 100, 84));
  return (element) => act(() => observed.get(element)!());
}

describe('a long form', () => {
  it('renders the first fields, the others shortly before they are in view or when they have an error', async () => {
    const bringIntoView = stubFarBelow();
    openForm(texts(2000), { schema: { required: ['f1999'] } });
    await control('f0');
    expect(document.querySelectorAll('[data-field]')).toHaveLength(2000);
    expect(document.querySelector('[data-field=f1999]')?.textContent).toBe('Campo 1999');
    expect(document.querySelectorAll('form input')).toHaveLength(40);

    bringIntoView(document.querySelector('[data-field=f1000]')!);
    await control('f1000');

    fireEvent.click(document.getElementById('save')!);
    const invalid = await control('f1999');
    await waitFor(() => expect(document.activeElement).toBe(invalid));
    expect(document.querySelectorAll('form input')).toHaveLength(42);
  }, 120_000);

  it('keeps invalid input in a field that came into view', async () => {
    const bringIntoView = stubFarBelow();
    openForm({ ...texts(60), last: { type: 'string', title: 'E-mail', format: 'email' } });
    await control('f0');
    bringIntoView(document.querySelector('[data-field=last]')!);
    const box = await control('last');
    box.focus();
    act(() => void fireEvent.change(box, { target: { value: 'nobody' } }));
    act(() => void fireEvent.blur(box));
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById('/last')).toBe(box);
  }, 60_000);

  it('is printed with all its fields', async () => {
    stubFarBelow();
    openForm(texts(60));
    await control('f0');
    expect(document.querySelectorAll('form input')).toHaveLength(40);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(document.querySelectorAll('form input')).toHaveLength(60);
  }, 60_000);
});
