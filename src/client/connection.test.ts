// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the connection', () => {
  it('is lost with a call and a probe without a reply, and found again by probes that grow rarer', async () => {
    const probe = vi.fn((): Promise<unknown> => Promise.reject(new Error('no reply')));
    const connection = createConnection(probe);
    expect(connection.getState().online).toBe(true);
    connection.noteReply(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.getState()).toEqual({ online: false, retryAt: Date.now() + 2_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(probe).toHaveBeenCalledTimes(2);
    expect(connection.getState()).toEqual({ online: false, retryAt: Date.now() + 4_000 });
    await vi.advanceTimersByTimeAsync(3_999);
    expect(probe).toHaveBeenCalledTimes(2);
    probe.mockImplementation(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.getState()).toEqual({ online: true, retryAt: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(probe).toHaveBeenCalledTimes(3);
  });

  it('is not lost while the server replies to the probe, however often one route breaks', async () => {
    const probe = vi.fn((): Promise<unknown> => Promise.resolve());
    const connection = createConnection(probe);
    const changed = vi.fn();
    connection.subscribe(changed);
    connection.noteReply(false);
    connection.noteReply(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(changed).not.toHaveBeenCalled();
  });

  it('is found again by any call with a reply, which ends the probes', async () => {
    const probe = vi.fn((): Promise<unknown> => Promise.reject(new Error('no reply')));
    const connection = createConnection(probe);
    connection.noteReply(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.getState().online).toBe(false);
    connection.noteReply(true);
    expect(connection.getState().online).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('is not found again by a reply that was on its way when the browser lost its network', async () => {
    const probe = vi.fn((): Promise<unknown> => Promise.reject(new Error('no reply')));
    const connection = createConnection(probe);
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    connection.noteReply(true);
    expect(connection.getState()).toEqual({ online: false, retryAt: Date.now() + 2_000 });
    // Some systems say that there is no network although the server is there.
    probe.mockImplementation(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.getState().online).toBe(true);
    onLine.mockRestore();
  });

  it('follows the events of the browser, and a person who does not want to wait', async () => {
    const probe = vi.fn((): Promise<unknown> => Promise.reject(new Error('no reply')));
    const connection = createConnection(probe);
    window.dispatchEvent(new Event('offline'));
    expect(connection.getState().online).toBe(false);
    connection.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(probe).toHaveBeenCalledTimes(1);
    probe.mockImplementation(() => Promise.resolve());
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.getState().online).toBe(true);
  });
});
