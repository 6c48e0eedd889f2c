import { allows } from '../../../contracts/access.ts';
import type { RecordChange, RecordChanges } from '../../../contracts/events.ts';
import type { Json } from '../../../contracts/json.ts';
import { AppError, notFound } from '../errors.ts';
import type { TopicContext, TopicSpec } from '../contract.ts';
import { entityTopic, wholeView } from '../topics.ts';
import type { EntityModel } from './entity-model.ts';
import { hasRowRules, hidesRows, rowRules } from './row-rules.ts';
import { Statement } from './statement.ts';

/** Changes without the records that they concern. */
const unnamed = { changes: null } satisfies RecordChanges;

/** Records without a declared entity, all of which are visible to people who may read the screen. */
export interface PlainRecords {
  screen: string;
  table: string;
}

/** Topic of the events that tell of changes of an entity's records; null where none does. */
export const changeTopic = ({ id, document: { topic, maxAge } }: EntityModel): string | null =>
  topic ?? (maxAge === undefined ? entityTopic(id) : null);

/**
 * The topics `entity:{entityId}` and `record:{entityId}:{id}`, for those who may read the entity.
 * @param plain what is no declared entity, by the name that its changes are published under.
 */
export function entityTopics(
  models: ReadonlyMap<string, EntityModel>,
  plain: ReadonlyMap<string, PlainRecords> = new Map(),
): TopicSpec[] {
  const readable = ({ caller }: TopicContext, entity: string): EntityModel | PlainRecords => {
    const records = models.get(entity) ?? plain.get(entity);
    if (!records || !named.includes(entity)) throw notFound();
    if (!allows(caller.grants, { screen: records.screen, verb: 'read' })) throw new AppError('FORBIDDEN');
    return records;
  };
  const isLimited = (ctx: TopicContext, records: EntityModel | PlainRecords): boolean =>
    'document' in records && (hidesRows(records) || hasRowRules(ctx, records, 'read'));
  // Nothing is published about the records of the others.
  const published = [...models.values()].filter((model) => changeTopic(model) === entityTopic(model.id));
  const named = [...published.map(({ id }) => id), ...plain.keys()];
  return [
    {
      kind: 'entity',
      names: named.map((name) => `entity:${name}`),
      open(ctx, entity) {
        const records = readable(ctx, entity);
        const log = entityTopic(entity);
        // A record that a row rule hides is not named, nor is one that it hides from now on, which the list must lose.
        if (isLimited(ctx, records)) return { log, key: 'unnamed', read: () => unnamed };
        return wholeView(log);
      },
    },
    {
      kind: 'record',
      names: named.map((name) => `record:${name}:*`),
      async open(ctx, rest) {
        const [entity = '', key = '', ...more] = rest.split(':');
        const records = readable(ctx, entity);
        const id = /^[1-9]\d{0,15}$/.test(key) && more.length === 0 ? Number(key) : NaN;
        if (!Number.isSafeInteger(id) || !(await isVisible(ctx, records, id))) throw notFound();
        return {
          log: entityTopic(entity),
          key: 'record',
          recheck: isLimited(ctx, records),
          read({ data }) {
            const { changes } = data as unknown as RecordChanges;
            if (changes === null) return unnamed;
            const own = changes.filter((change) => change.id === id);
            return own.length === 0 ? undefined : toJson({ changes: own });
          },
        };
      },
    },
  ];
}

const toJson = (changes: { changes: RecordChange[] }): Json => changes as unknown as Json;

/** Whether the caller may see a record. */
async function isVisible(
  ctx: TopicContext,
  records: EntityModel | PlainRecords,
  key: number,
): Promise<boolean> {
  const statement = new Statement();
  const isDeclared = 'document' in records;
  const rules = isDeclared ? rowRules(ctx, records, 'read', statement) : 'true';
  const column = isDeclared ? records.key.column : 'id';
  const rows = await statement.run(
    ctx.db,
    `select from ${records.table} t where t.${column} = ${statement.value(key, 'bigint')} and ${rules}`,
  );
  return rows.length > 0;
}
