import { focusManager, onlineManager } from '@tanstack/query-core';
import type { Events, Presence } from '../engine/core/index.ts';

/** Whether the page is visible and the browser is online. */
export const presence: Presence = {
  get: () => focusManager.isFocused() && onlineManager.isOnline(),
  subscribe(listener) {
    const releases = [focusManager.subscribe(listener), onlineManager.subscribe(listener)];
    return () => releases.forEach((release) => release());
  },
};

/** Changes of data on the server. Without a connection that carries them, no event arrives. */
export const events: Events = { subscribe: () => () => undefined };
