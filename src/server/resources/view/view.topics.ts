import { allows } from '../../../contracts/access.ts';
import type { DefinitionEvent } from '../../../contracts/events.ts';
import { viewKey } from '../../../contracts/view.ts';
import type { TopicSpec } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { definitionTopic } from '../../kernel/topics.ts';
import type { Editing } from '../../services/definitions/edit.ts';
import { readForEdit } from '../../services/definitions/edit.ts';
import { mayRead } from './view.access.ts';

/** `view:{dashId}`: what happens to one view and its draft, for those who may read the administration of views. */
export const viewTopics = (editing: Editing): TopicSpec => ({
  kind: 'view',
  names: ['view:*'],
  async open(ctx, rest) {
    if (!allows(ctx.caller.grants, mayRead)) throw new AppError('FORBIDDEN');
    if (!/^[1-9]\d{0,14}$/.test(rest)) throw notFound();
    const id = viewKey(Number(rest));
    // Not found where the tenant has no such view.
    await readForEdit(editing, ctx, { kind: 'dashboard', id });
    return {
      log: definitionTopic,
      key: `view ${id}`,
      read({ data }) {
        const { definition } = data as unknown as DefinitionEvent;
        return definition?.kind === 'dashboard' && definition.id === id ? data : undefined;
      },
    };
  },
});
