import { lazyComponent } from '../states/lazy-source.ts';

/** Its list of usual passwords takes half a megabyte: render it when somebody has typed a new password. */
export const lazyPasswordStrength = lazyComponent(() => import('./PasswordStrength.tsx'));
