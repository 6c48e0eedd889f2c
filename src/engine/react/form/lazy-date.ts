import { lazyComponent } from '../../../ui/index.ts';

/** The date control, for surfaces that are no forms. Its texts are those of `forms`. */
export const lazyDate = lazyComponent(() => import('./controls/PlainDate.tsx'));
