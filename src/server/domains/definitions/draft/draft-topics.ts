import { allows } from '../../../../contracts/access.ts';
import type { Access } from '../../../../contracts/access.ts';
import type { DefinitionEvent } from '../../../../contracts/events.ts';
import type { TopicSpec } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { definitionTopic } from '../../../kernel/topics.ts';
import { readForEdit, type Editing } from './edit.ts';
import type { DefinitionKey } from '../store/stored-definitions.ts';

interface DraftTopic {
  /** First part of the topic's name. */
  name: string;
  /** Permission to follow it. */
  access: Access;
  /** The definition that the rest of the name stands for; null for none. */
  keyOf(rest: string): DefinitionKey | null;
}

/** `{name}:{id}`: what happens to one definition and its draft, for those who may read its administration. */
export const draftTopic = (editing: Editing, { name, access, keyOf }: DraftTopic): TopicSpec => ({
  kind: name,
  names: [`${name}:*`],
  async open(ctx, rest) {
    if (!allows(ctx.caller.grants, access)) throw new AppError('FORBIDDEN');
    const key = keyOf(rest);
    if (key === null) throw notFound();
    // Not found where the tenant has no such definition.
    await readForEdit(editing, ctx, key);
    return {
      log: definitionTopic,
      key: `${name} ${key.id}`,
      read({ data }) {
        const { definition } = data as unknown as DefinitionEvent;
        return definition?.kind === key.kind && definition.id === key.id ? data : undefined;
      },
    };
  },
});
