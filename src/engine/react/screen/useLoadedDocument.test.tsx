// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLazyRegistry } from '../../core/index.ts';
import type { WidgetEntry, WidgetSpec } from '../../core/index.ts';
import { EngineProvider, Screen } from '../index.ts';
import { slowAfter } from '../../../ui/index.ts';
import { createFakeHost } from '../testing/host.ts';
import { screenOf } from '../testing/render.tsx';

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
    { id: 'b', type: 'slow', props: { text: '$slow' } },
  ],
  { strings: { pt: { slow: 'here now' } } },
);

function renderDocument(slow: WidgetEntry, host = createFakeHost(), rendered: unknown = document) {
  const registry = createLazyRegistry([ready, slow]);
  return render(
    <FluentProvider>
      <EngineProvider registry={registry} host={host}>
        <Screen document={rendered} params={{}} diagnostics={[]} fallback={<p>on its way</p>} />
      </EngineProvider>
    </FluentProvider>,
  );
}

describe('a screen whose widgets are not loaded', () => {
  it('should be rendered once they are', async () => {
    renderDocument({ type: 'slow', load: async () => ({ default: spec('slow') }) });
    expect(screen.getByText('on its way')).toBeTruthy();
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.queryByText('on its way')).toBeNull();
  });

  it('should show no skeleton for a widget whose code has been loaded with its definition', async () => {
    const host = createFakeHost();
    const translate = vi.spyOn(host, 'translate');
    renderDocument({ type: 'slow', load: async () => ({ default: spec('slow') }) }, host);
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(translate.mock.calls.map(([key]) => key)).not.toContain('widgets.frame.loading');
  });

  it('should not load the code of a closed dialog', async () => {
    const load = vi.fn(spec('slow').load);
    const inDialog = screenOf([{ id: 'a', type: 'ready', props: { text: 'beside it' } }], {
      dialogs: [{ id: 'b', type: 'slow', props: { text: 'unseen' } }],
    });
    renderDocument(
      { type: 'slow', load: async () => ({ default: { ...spec('slow'), load } }) },
      createFakeHost(),
      inDialog,
    );
    expect(await screen.findByText('beside it')).toBeTruthy();
    expect(load).not.toHaveBeenCalled();
  });

  it('should be rendered without a widget that fails to load, and with it after a retry', async () => {
    const load = vi.fn(async () => ({ default: spec('slow') }));
    load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    renderDocument({ type: 'slow', load });
    expect(await screen.findByText('beside it')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.getByText('beside it')).toBeTruthy();
  });

  it('should be rendered without a slow widget, and with it once it arrives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    renderDocument({ type: 'slow', load: () => arrived.then(() => ({ default: spec('slow') })) });
    await act(() => vi.advanceTimersByTimeAsync(slowAfter));
    expect(await screen.findByText('beside it')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(slowAfter));
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
    arrive();
    expect(await screen.findByText('here now')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });
});
