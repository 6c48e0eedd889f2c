import { useEffect, useState } from 'react';
import type { DefinitionReply } from '../../contracts/definitions.ts';
import type { HostFailure, Screen as CoreScreen } from '../../engine/core/index.ts';
import { Screen, useHost, useText } from '../../engine/react/index.ts';
import { obstacleOf, type Draft } from '../../editor/index.ts';

const dialog = 'publishing-dialog';

const addressOf = (dashId: number): string =>
  `/adm/v2/def/screen?path=${encodeURIComponent(`/view-admin/publish/${dashId}`)}`;

/**
 * Publishes the draft with the dialog of the views' list, out of the screen that publishes one view. A change that is not saved
 * yet is saved first.
 */
export function PublishDialog({ draft, dashId, onClose }: { draft: Draft; dashId: number; onClose(): void }) {
  const t = useText();
  const { host } = useHost();
  const [reply, setReply] = useState<DefinitionReply | null>(null);
  const [screen, setScreen] = useState<CoreScreen | null>(null);

  useEffect(() => {
    let cancelled = false;
    const stop = (intent: 'info' | 'error', message: string) => {
      if (cancelled) return;
      host.notify(intent, message);
      onClose();
    };
    const load = async () => {
      const [obstacle, loaded] = await Promise.all([
        obstacleOf(draft),
        host.run({ method: 'get', address: addressOf(dashId) }) as Promise<{ data: DefinitionReply }>,
      ]);
      if (obstacle !== null) stop(obstacle.intent, obstacle.message ?? t(obstacle.text));
      else if (!cancelled) setReply(loaded.data);
    };
    load().catch((failure: HostFailure) => stop('error', failure.message));
    return () => {
      cancelled = true;
    };
  }, [draft, dashId, host, t, onClose]);

  useEffect(() => {
    if (!screen) return undefined;
    const opening = screen.opening(dialog);
    // The draft that is shown is the one that is published.
    const { version } = draft.store.getState();
    const args = { ids: [dashId], idList: String(dashId), count: 1, versions: [{ id: dashId, version }] };
    void screen.run({ node: dialog, event: 'open' }, [{ open: { dialog, with: args } }]);
    return opening.subscribe(() => {
      if (opening.get() === 0) onClose();
    });
  }, [screen, draft, dashId, onClose]);

  if (!reply) return null;
  // Its dialog is what is shown of the screen.
  return (
    <div hidden>
      <Screen
        document={reply.definition}
        params={{ id: String(dashId) }}
        diagnostics={reply.faults}
        onOpen={setScreen}
        embedded
      />
    </div>
  );
}
