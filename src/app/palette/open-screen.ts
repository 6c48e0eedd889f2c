import type { Screen } from '../../engine/core/index.ts';
import { createUiStore } from '../../ui/index.ts';

/** The screen that is open now; null on pages without one. */
export const openScreen = createUiStore<{ screen: Screen | null }>({ screen: null });

export function setOpenScreen(screen: Screen | null): void {
  openScreen.setState({ screen });
}
