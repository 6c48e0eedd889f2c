// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLazyRegistry } from '../core/index.ts';
import type { WidgetEntry, WidgetSpec } from '../core/index.ts';
import { EngineProvider, Screen } from './index.ts';
import { slowAfter } from '../../ui/index.ts';
import { createFakeHost } from './testing/host.ts';
import { screenOf } from './testing/render.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function spec(type: string): WidgetSpec {
  return {
    type,
    version: 1,
    title: '$t',
    description: '$d',
    icon: 'document',
    group: 'content',
    size: { w: 1, h: 1 },
    propsSchema: {
      type: 'object',
      properties: { text: { $ref: '../text.schema.json' } },
    },
    defaults: {},
    data: 'nothing',
    load: async () => ({ default: ({ props }: { props: { text: string } }) => <p>{props.text}</p> }),
  };
}

const ready: WidgetEntry = { type: 'ready', load: async () => ({ default: spec('ready') }) };
const document = screenOf(
  [
    { id: 'a', type: 'ready', props: { text: 'beside it' } },
    { id: 'b', type: 'late', props: { text: '$late' } },
  ],
  { strings: { pt: { late: 'here now' } } },
);

function draw(late: WidgetEntry, host = createFakeHost(), shown: unknown = document) {
  const registry = createLazyRegistry([ready, late]);
  return render(
    <FluentProvider>
      <EngineProvider registry={registry} host={host}>
        <Screen document={shown} params={{}} diagnostics={[]} fallback={<p>on its way</p>} />
      </EngineProvider>
    </FluentProvider>,
  );
}

describe('a screen whose widgets are not loaded', () => {
  it('should stand there when they are', async () => {
    draw({ type: 'late', load: async () => ({ default: spec('late') }) });
    expect(screen.getByText('on its way')).toBeTruthy();
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.queryByText('on its way')).toBeNull();
  });

  it('should show no skeleton in the place of one whose code came along', async () => {
    const host = createFakeHost();
    const asked = vi.spyOn(host, 'translate');
    draw({ type: 'late', load: async () => ({ default: spec('late') }) }, host);
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(asked.mock.calls.map(([key]) => key)).not.toContain('widgets.frame.loading');
  });

  it('should not load the code of a dialog that nobody opened', async () => {
    const load = vi.fn(spec('late').load);
    const inDialog = screenOf([{ id: 'a', type: 'ready', props: { text: 'beside it' } }], {
      dialogs: [{ id: 'b', type: 'late', props: { text: 'unseen' } }],
    });
    draw(
      { type: 'late', load: async () => ({ default: { ...spec('late'), load } }) },
      createFakeHost(),
      inDialog,
    );
    expect(await screen.findByText('beside it')).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
  });

  it('should be drawn without one that fails, which comes when it is asked for again', async () => {
    const load = vi.fn(async () => ({ default: spec('late') }));
    load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    draw({ type: 'late', load });
    expect(await screen.findByText('beside it')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.getByText('beside it')).toBeTruthy();
  });

  it('should be drawn without one that is late, which takes its place then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    draw({ type: 'late', load: () => arrived.then(() => ({ default: spec('late') })) });
    await act(() => vi.advanceTimersByTimeAsync(slowAfter));
    expect(await screen.findByText('beside it')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(slowAfter));
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
    arrive();
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });
});
