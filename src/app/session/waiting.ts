import { lazyComponent, shellPatience } from '../../ui/index.ts';

export const waitingDialog = lazyComponent(() => import('./WaitingDialog.tsx'), shellPatience);
