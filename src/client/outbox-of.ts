import type { Host } from '../engine/core/index.ts';
import { createDeviceDatabase, ownFactory } from './device-database.ts';
import { writeDevicePreference } from './device-preferences.ts';
import { createOutboxStorage } from './outbox-storage.ts';
import { createOutbox, type Outbox, type OutboxNews } from './outbox.ts';

const opened = new WeakMap<Host, { owner: string | null; outbox: Outbox }>();

/**
 * The one outbox of the person of a host. Entries of others on the same device are neither seen nor sent. A host may get its
 * person and tenant later, and then has another outbox than before.
 */
export function outboxOf(host: Host): Outbox {
  const owner = ownerOf(host);
  const known = opened.get(host);
  if (known?.owner === owner) return known.outbox;
  const outbox = open(host, owner);
  opened.set(host, { owner, outbox });
  return outbox;
}

const ownerOf = ({ tenant, user }: Host): string | null =>
  user.id === 0 || tenant.key === '' ? null : `${tenant.key}.${user.id}`;

function open(host: Host, owner: string | null): Outbox {
  const userId = host.user.id;
  const { locks } = globalThis.navigator as { locks?: LockManager };
  // Tabs share what the browser keeps.
  const isShared = ownFactory() !== null && typeof BroadcastChannel !== 'undefined';
  const channel = isShared ? new BroadcastChannel(`molde.outbox.${owner}`) : null;
  const isOwner = () => owner !== null && ownerOf(host) === owner;
  const outbox = createOutbox({
    run: (request) => host.run(request),
    storage: createOutboxStorage(createDeviceDatabase('molde-outbox'), String(owner), async () => {
      const reply = await host.run({ method: 'post', address: '/adm/v2/sec/me/device-key' });
      return (reply as { data: { key: string } }).data.key;
    }),
    isOwner,
    // Without locks, as on plain http, two tabs may send the same: the server carries it out once.
    lock: async (key, work) =>
      locks ? await locks.request(`molde.outbox.${owner}/${key}`, work) : await work(),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it reaches its own origin alone
    tell: (news) => channel?.postMessage(news),
    hear: (listener) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<OutboxNews>) => listener(data)),
    onOnline: (listener) =>
      void host.presence.subscribe(() => {
        if (host.presence.get()) listener();
      }),
    after: host.after,
    now: () => host.now().getTime(),
    onKept: (some) => writeDevicePreference(`own.${userId}.outbox`, some ? '1' : ''),
  });
  // An entry that the device does not keep is lost with the tab, and with nothing else: other pages of it go on sending.
  let release: (() => void) | undefined;
  outbox.follow('', {
    changed(_, { unkept }) {
      release?.();
      release = unkept.size > 0 ? host.guard(isOwner, 'tab') : undefined;
    },
  });
  return outbox;
}
