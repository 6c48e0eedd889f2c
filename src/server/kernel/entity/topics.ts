import { allows } from '../../../contracts/access.ts';
import type { RecordChange, RecordChanges } from '../../../contracts/events.ts';
import type { Json } from '../../../contracts/json.ts';
import { AppError, notFound } from '../errors.ts';
import type { TopicContext, TopicSpec } from '../contract.ts';
import { entityTopic, wholeView } from '../topics.ts';
import type { EntityModel } from './model.ts';
import { hasRowRules, rowRules } from './row-rules.ts';
import { Statement } from './statement.ts';

/** Changes without the records that they concern. */
const unnamed = { changes: null } satisfies RecordChanges;

/** The topics `entity:{entityId}` and `record:{entityId}:{id}`, for those who may read the entity. */
export function entityTopics(models: ReadonlyMap<string, EntityModel>): TopicSpec[] {
  const readable = ({ caller }: TopicContext, entity: string): EntityModel => {
    const model = models.get(entity);
    if (!model) throw notFound();
    if (!allows(caller.grants, { screen: model.screen, verb: 'read' })) throw new AppError('FORBIDDEN');
    return model;
  };
  return [
    {
      kind: 'entity',
      open(ctx, entity) {
        const model = readable(ctx, entity);
        const log = entityTopic(entity);
        // A record that a row rule hides is not named, nor is one that it hides from now on, which the list must lose.
        if (hasRowRules(ctx, model, 'read')) return { log, key: 'unnamed', read: () => unnamed };
        return wholeView(log);
      },
    },
    {
      kind: 'record',
      async open(ctx, rest) {
        const [entity = '', key = '', ...more] = rest.split(':');
        const model = readable(ctx, entity);
        const id = /^[1-9]\d{0,15}$/.test(key) && more.length === 0 ? Number(key) : NaN;
        if (!Number.isSafeInteger(id) || !(await isVisible(ctx, model, id))) throw notFound();
        return {
          log: entityTopic(entity),
          key: 'record',
          recheck: hasRowRules(ctx, model, 'read'),
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
async function isVisible(ctx: TopicContext, model: EntityModel, key: number): Promise<boolean> {
  const statement = new Statement();
  const rows = await statement.run(
    ctx.db,
    `select from ${model.table} t where t.${model.key.column} = ${statement.value(key, 'bigint')}
     and ${rowRules(ctx, model, 'read', statement)}`,
  );
  return rows.length > 0;
}
