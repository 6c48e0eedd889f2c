import type { Plugin } from 'vite';

export function shortStyles(): Plugin;
