import type { RecordChange } from '../../contracts/events.ts';
import { publish } from '../db/pending-events.ts';
import type { TenantTransaction } from '../db/tables.ts';
import type { TopicSpec, TopicView } from './contract.ts';
import { notFound } from './errors.ts';

/** A view with all that is stored. */
export const wholeView = (log: string): TopicView => ({ log, key: 'all', read: ({ data }) => data });

export const entityTopic = (entity: string): string => `entity:${entity}`;
const personTopic = (userId: number): string => `me:${userId}`;
export const definitionTopic = 'def';
const lookTopic = 'appearance';

/** Publishes the change of a record with the commit of its transaction. */
export function publishChange(db: TenantTransaction, entity: string, change: RecordChange): void {
  publish(db, { topic: entityTopic(entity), type: 'CHANGED', data: { changes: [{ ...change }] } });
}

/** Tells a person's own connections that their record changed. */
export function publishProfile(db: TenantTransaction, userId: number, version: number): void {
  publish(db, { topic: personTopic(userId), type: 'PROFILE', data: { version } });
}

/** Tells a person's own connections how far an import or export of theirs is. */
export function publishTransfer(db: TenantTransaction, userId: number, id: number): void {
  publish(db, { topic: personTopic(userId), type: 'TRANSFER', data: { id } });
}

/** Tells a person's own connections that there is something new in their bell. */
export function publishNotification(db: TenantTransaction, userId: number): void {
  publish(db, { topic: personTopic(userId), type: 'NOTIFICATION', data: {} });
}

/** The topic of each person alone. */
export const personTopics: TopicSpec = {
  kind: 'me',
  names: ['me:*'],
  open({ caller }, rest) {
    if (rest !== String(caller.userId)) throw notFound();
    return wholeView(personTopic(caller.userId));
  },
};

/** Tells everybody's pages that the tenant's look changed. */
export function publishLook(db: TenantTransaction, version: number): void {
  publish(db, { topic: lookTopic, type: 'APPEARANCE', data: { version } });
}

/** The tenant's look, which everybody sees. */
export const lookTopics: TopicSpec = {
  kind: lookTopic,
  names: [lookTopic],
  open(_viewer, rest) {
    if (rest !== '') throw notFound();
    return wholeView(lookTopic);
  },
};
