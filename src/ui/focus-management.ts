import type { ComponentType } from 'react';
import { createUiStore } from './store.ts';

/**
 * A component that uses Fluent's focus management, rendered for as long as the page lives once a dialog needed it; null
 * before. Its code is loaded with the first dialog.
 */
export const focusManagement = createUiStore<{ component: ComponentType | null }>({ component: null });
