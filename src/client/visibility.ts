import { focusManager, onlineManager } from '@tanstack/query-core';
import type { Presence } from '../engine/core/index.ts';

/** Whether the page is visible and the browser is online. */
export const presence: Presence = {
  get: () => focusManager.isFocused() && onlineManager.isOnline(),
  subscribe(listener) {
    const releases = [focusManager.subscribe(listener), onlineManager.subscribe(listener)];
    return () => releases.forEach((release) => release());
  },
};
