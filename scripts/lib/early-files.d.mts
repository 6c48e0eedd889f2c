import type { Plugin } from 'vite';

export function earlyFiles(names: readonly string[]): Plugin;
