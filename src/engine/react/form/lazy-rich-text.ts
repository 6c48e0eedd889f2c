import { lazyComponent } from '../../../ui/index.ts';

/** The editor of rich text, for surfaces that are no forms. Its texts are those of `forms`. */
export const lazyRichText = lazyComponent(() => import('./controls/RichText.tsx'));
