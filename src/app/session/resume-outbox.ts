import { outboxOf } from '../../client/index.ts';
import type { OutboxEntry, OutboxKind } from '../../client/index.ts';
import type { Host } from '../../engine/core/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { waitingText } from './waiting-text.ts';

/** Whether it is a move whose card is known: one of an earlier release is not. */
const isMove = ({ kind, text }: OutboxEntry): boolean => kind === 'move' && text !== undefined;

/** Sends what this device has kept of the person, and says what became of it where no page that is open does. */
export function resumeOutbox(host: Host, i18n: I18n, outbox = outboxOf(host)): void {
  /** Those that were not refused before: a refusal of earlier stands where it was told. */
  const waited = new Set<string>();
  let sent: OutboxKind[] = [];
  const isUntold = (entry: OutboxEntry): boolean => !outbox.isShown(entry);

  async function tell(refused: readonly OutboxEntry[]): Promise<void> {
    const kinds = sent;
    sent = [];
    await host.loadTexts(['outbox']);
    const say = (own: readonly OutboxKind[]) => ({
      what: waitingText(i18n.t, i18n.language(), own),
      count: own.length,
    });
    if (kinds.length > 0) host.notify('success', i18n.t('outbox.sent', say(kinds)));
    if (refused.some(isMove)) await host.loadTexts(['kanban']);
    for (const entry of refused) {
      const { kind, refusal, text = '' } = entry;
      const reason = refusal?.message ?? '';
      const [notice, detail] = isMove(entry)
        ? [i18n.t('kanban.moveRefused', { title: text }), [reason, i18n.t('kanban.moveHint')]]
        : [i18n.t('outbox.refused', say([kind])), [reason, text]];
      host.notify('error', notice, { detail: detail.filter(Boolean).join('\n') });
    }
  }

  outbox.follow('', {
    changed(entries) {
      const refused = entries.filter((one) => one.refusal !== null && waited.delete(one.id) && isUntold(one));
      for (const { id, refusal } of entries) if (refusal === null) waited.add(id);
      // A chat shows its refused messages, to be sent again. A board shows none, and would tell of it once more.
      for (const { id, kind } of refused) if (kind !== 'message') outbox.discard(id);
      const isDone = entries.every(({ refusal }) => refusal !== null);
      if (refused.length > 0 || (isDone && sent.length > 0)) void tell(refused);
    },
    sent(entry, _, isHere) {
      waited.delete(entry.id);
      if (isHere && isUntold(entry)) sent.push(entry.kind);
    },
  });
}
