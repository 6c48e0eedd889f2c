import { createSafeStorage } from './safe-storage.ts';

/** Where a person wanted to be before they left for the page of another site. It belongs to the tab. */

const key = 'molde.return';
const storage = createSafeStorage(() => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
});

/** The stored address, '' without one. */
export const readReturnAddress = (): string => storage.get(key) ?? '';

export function writeReturnAddress(address: string): void {
  storage.set(key, address);
}
