// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useChatTimes } from './times.ts';

const host = vi.hoisted(() => ({
  lang: 'en',
  tenant: { timeZone: 'America/Sao_Paulo' },
  now: () => new Date('2026-01-01T01:00:00Z'),
}));
vi.mock('../../../engine/react/index.ts', () => ({ useHost: () => ({ host }) }));

it('writes days as DD/MM in every language, by the calendar of the tenant', () => {
  for (const lang of ['pt', 'en', 'es']) {
    host.lang = lang;
    const { short, clock } = renderHook(() => useChatTimes()).result.current;
    // In the tenant's zone it is still the last evening of 2025.
    expect(short('2025-11-24T15:00:00Z')).toEqual({ text: '24/11', isYesterday: false });
    expect(short('2025-12-30T15:00:00Z')).toEqual({ text: '30/12', isYesterday: true });
    expect(short('2024-11-04T15:00:00Z')).toEqual({ text: '04/11/2024', isYesterday: false });
    expect(short('2025-12-31T23:05:00Z').text).toBe('20:05');
    expect(clock('2025-12-31T03:05:00Z')).toBe('00:05');
  }
});
