import type { Plugin } from 'vite';

export const acyclicFiles: Plugin;
