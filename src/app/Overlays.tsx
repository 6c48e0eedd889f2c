import { useEffect } from 'react';
import { useStore } from 'zustand';
import {
  lazyConfirmDialog,
  focusManagement,
  LazyComponent,
  lazyComponent,
  notify,
  shellPatience,
  lazyToaster,
  toastStore,
} from '../ui/index.ts';
import { useAccount, useI18n } from './app-context.ts';
import { confirmations } from './confirmations.ts';
import { releaseAll } from './leave-guard.ts';
import { OverlayFailure } from './OverlayFailure.tsx';

// Most visits never need it.
const expiredLogin = lazyComponent(() => import('./session/ExpiredLogin.tsx'), shellPatience);

/** Preloads the overlays that a form needs with its first input, so that they work without a connection later. */
function usePreloadedOverlays(signedIn: boolean) {
  useEffect(() => {
    const sources = signedIn ? [expiredLogin, lazyConfirmDialog, lazyToaster] : [lazyToaster];
    function preload(event: Event) {
      if (!(event.target instanceof Element) || event.target.closest('form') === null) return;
      document.removeEventListener('input', preload);
      for (const source of sources) source.preload();
    }
    document.addEventListener('input', preload);
    return () => document.removeEventListener('input', preload);
  }, [signedIn]);
}

/** Reloads the application when another person signs in, so that no data of the first person stays in memory. */
export function restartApplication(): void {
  releaseAll();
  window.location.assign('/');
}

/** Renders the overlays of all pages: toasts, confirmations and the dialog of an expired session. */
export function Overlays() {
  const { t } = useI18n();
  const { expired, signedIn } = useAccount();
  usePreloadedOverlays(signedIn);
  const { toasts, count } = useStore(toastStore);
  const [pending] = useStore(confirmations);
  const { component: FocusManagement } = useStore(focusManagement);
  return (
    <>
      {FocusManagement && <FocusManagement />}
      {/* Each overlay loads and fails alone; the page and its input stay. */}
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
            // The question never appeared, so it counts as declined.
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
              cancelText={pending.request.cancelText ?? t('dialog.cancel')}
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
          {(ExpiredLogin) => <ExpiredLogin onOtherUser={restartApplication} />}
        </LazyComponent>
      )}
    </>
  );
}
