// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const bars = (list: object[], state: object = {}) =>
  screenOf(
    list.map((props, index) => ({ id: `p${index}`, type: 'progress', props })),
    { state },
  );

describe('progress', () => {
  it('should show its share from 0 to 100 %, and 100 % only when it is complete', async () => {
    renderScreen(
      bars([
        { label: 'Meio', value: 30, max: 60 },
        { label: 'Quase', value: 999, max: 1000 },
        { label: 'Mais', value: 9, max: 3 },
        { label: 'Menos', value: -1 },
        { label: 'Anel', value: 3, max: 4, shape: 'ring', format: 'fraction' },
      ]),
    );
    const half = await screen.findByRole('progressbar', { name: 'Meio' });
    expect(half.getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('50%')).toBeTruthy();
    expect(screen.getByText('99%')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Mais' }).getAttribute('aria-valuenow')).toBe('100');
    expect(screen.getByRole('progressbar', { name: 'Menos' }).getAttribute('aria-valuenow')).toBe('0');
    expect(screen.getByRole('progressbar', { name: 'Anel' }).getAttribute('aria-valuetext')).toBe('3 / 4');
  });

  it('should fire once when it becomes complete, and not for what is complete from the start', async () => {
    const counted = (value: string) => ({
      id: value,
      type: 'progress',
      props: { label: value, value: { $expr: `state.${value}` }, max: 4 },
      on: { complete: [{ set: { 'state.reported': { $expr: `state.reported & ' ${value}'` } } }] },
    });
    renderScreen(
      screenOf(
        [
          counted('running'),
          counted('done'),
          {
            id: 'more',
            type: 'button',
            props: { text: 'More' },
            on: { press: [{ set: { 'state.running': { $expr: 'state.running + 1' } } }] },
          },
          { id: 'reported', type: 'text', props: { text: { $expr: 'state.reported' } } },
        ],
        { state: { running: 1, done: 4, reported: 'ended:' } },
      ),
    );
    await screen.findByRole('progressbar', { name: 'running' });
    const more = await screen.findByRole('button', { name: 'More' });
    for (const value of ['50%', '75%']) {
      fireEvent.click(more);
      await screen.findByText(value);
    }
    expect(screen.getByText('ended:')).toBeTruthy();
    fireEvent.click(more);
    expect(await screen.findByText('ended: running')).toBeTruthy();
  });

  it('should be indeterminate without a number, and ignore an invalid max', async () => {
    renderScreen(
      bars(
        [
          { label: 'A', value: { $expr: 'state.none' }, hideLabel: true },
          { label: 'B', value: { $expr: 'state.half' }, max: { $expr: 'state.zero' } },
        ],
        { none: { a: 1 }, half: '0.5', zero: 0 },
      ),
    );
    const bar = await screen.findByRole('progressbar', { name: 'A' });
    expect(bar.hasAttribute('aria-valuenow')).toBe(false);
    expect(screen.queryByText('A')).toBeNull();
    expect(screen.getByRole('progressbar', { name: 'B' }).getAttribute('aria-valuenow')).toBe('50');
  });
});
