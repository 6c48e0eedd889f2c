import { useEffect } from 'react';
import { useStore } from 'zustand';
import {
  lazyConfirmDialog,
  focusManagement,
  LazyComponent,
  lazyComponent,
  notify,
  lazyToaster,
  toastStore,
} from '../ui/index.ts';
import { useAccount, useI18n } from './app-context.ts';
import { confirmations } from './confirmations.ts';
import { releaseAll } from './leave-guard.ts';
import { OverlayFailure } from './OverlayFailure.tsx';

// Loaded when first needed: most visits never see it.
const expiredLogin = lazyComponent(() => import('./session/ExpiredLogin.tsx'));

/** From the first sign typed there is text to lose: what guards it must not wait for a connection then. */
function useGuardsAhead(signedIn: boolean) {
  useEffect(() => {
    if (!signedIn) return undefined;
    function fetchAhead(event: Event) {
      if (!(event.target instanceof Element) || event.target.closest('form') === null) return;
      document.removeEventListener('input', fetchAhead);
      for (const part of [expiredLogin, lazyConfirmDialog, lazyToaster]) part.preload();
    }
    document.addEventListener('input', fetchAhead);
    return () => document.removeEventListener('input', fetchAhead);
  }, [signedIn]);
}

/** Somebody else signed in here: the page starts over, so that nothing of the first person is left in memory. */
export function startOver(): void {
  releaseAll();
  window.location.assign('/');
}

/** What lies over every page: toasts, the confirmation, the expired-login dialog. */
export function Overlays() {
  const { t } = useI18n();
  const { expired, signedIn } = useAccount();
  useGuardsAhead(signedIn);
  const { toasts, count } = useStore(toastStore);
  const [pending] = useStore(confirmations);
  const { component: FocusManagement } = useStore(focusManagement);
  return (
    <>
      {FocusManagement && <FocusManagement />}
      {/* Each waits for its own code, and fails alone: page and typed text stay. */}
      {count > 0 && (
        <LazyComponent
          source={lazyToaster}
          renderFailed={(retry) => <OverlayFailure texts={toasts.map((toast) => toast.text)} retry={retry} />}
        >
          {(Toaster) => <Toaster label={t('toast.region')} closeLabel={t('toast.close')} />}
        </LazyComponent>
      )}
      {pending && !expired && (
        <LazyComponent
          source={lazyConfirmDialog}
          onFailed={() => {
            // Nobody was asked, so nobody agreed.
            pending.answer(false);
            notify('error', t('shell.partFailed'));
          }}
        >
          {(ConfirmDialog) => (
            <ConfirmDialog
              {...pending.request}
              confirmText={
                pending.request.confirmText ??
                t(pending.request.kind === 'action' ? 'dialog.confirm' : 'dialog.delete')
              }
              cancelText={t('dialog.cancel')}
              onAnswer={pending.answer}
            />
          )}
        </LazyComponent>
      )}
      {expired && (
        <LazyComponent
          source={expiredLogin}
          renderFailed={(retry) => <OverlayFailure texts={[t('session.partFailed')]} retry={retry} />}
        >
          {(ExpiredLogin) => <ExpiredLogin onOtherUser={startOver} />}
        </LazyComponent>
      )}
    </>
  );
}
