import type { Plugin } from 'vite';

export function madeStyles(folders?: readonly string[]): Plugin;
