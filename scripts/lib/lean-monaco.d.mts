import type { Plugin } from 'vite';

/** Monaco as we need it, for what is built and for the packages that Vite bundles ahead. */
export const leanMonaco: Plugin;
