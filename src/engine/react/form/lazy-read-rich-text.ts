import { lazyComponent } from '../../../ui/index.ts';

/** Read-only rich text, whose sanitiser is loaded on demand. */
export const lazyReadRichText = lazyComponent(() => import('./controls/ReadRichText.tsx'));
