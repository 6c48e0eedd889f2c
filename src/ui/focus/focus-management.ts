import type { ComponentType } from 'react';
import { createUiStore } from '../store.ts';

/**
 * A component that uses Fluent's focus management; null until the first dialog loads its code. Once rendered it stays
 * mounted as long as the page lives.
 */
export const focusManagement = createUiStore<{ component: ComponentType | null }>({ component: null });
