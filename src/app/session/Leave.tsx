import { useEffect, useEffectEvent, useState } from 'react';
import { outboxOf } from '../../client/index.ts';
import type { OutboxKind } from '../../client/index.ts';
import { logError, LazyComponent, notify } from '../../ui/index.ts';
import { useApp, useI18n } from '../app-context.ts';
import type { LeaveProps } from './leaving.ts';
import { signOut } from './sign-out.ts';
import { waitingDialog } from './waiting.ts';

/** Signs the person out, once they have chosen what becomes of what waits to be sent. */
export function Leave({ host, onStay }: LeaveProps) {
  const { account, i18n } = useApp();
  const { t } = useI18n();
  const [kinds, setKinds] = useState<readonly OutboxKind[]>([]);
  const stay = useEffectEvent(onStay);
  useEffect(() => {
    async function ask(): Promise<void> {
      const found = await outboxOf(host).kinds();
      if (found.length === 0) return signOut(account);
      await i18n.loadMore(['outbox']);
      setKinds(found);
    }
    ask().catch((error: unknown) => {
      logError(error);
      stay();
    });
  }, [host, account, i18n]);
  if (kinds.length === 0) return null;
  return (
    <LazyComponent
      source={waitingDialog}
      onFailed={() => {
        // The question never appeared, so nobody leaves.
        onStay();
        notify('error', t('shell.partFailed'));
      }}
    >
      {(WaitingDialog) => (
        <WaitingDialog
          outbox={outboxOf(host)}
          kinds={kinds}
          onStay={onStay}
          onLeave={() => void signOut(account)}
        />
      )}
    </LazyComponent>
  );
}
