import type { Plugin } from 'vite';

export function retriableImports(): Plugin;
