import { allows } from '../../../../contracts/access.ts';
import type { DefinitionEvent } from '../../../../contracts/events.ts';
import { publish } from '../../../db/pending-events.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { TopicSpec } from '../../../kernel/contract.ts';
import { definitionTopic, wholeView } from '../../../kernel/topics.ts';
import type { DefinitionKey } from '../store/stored-definitions.ts';

type Change = NonNullable<DefinitionEvent['definition']>;

/** Verbs that change drafts alone, which concern editors. */
const ofDrafts: readonly string[] = ['save', 'discard'] satisfies Change['verb'][];

/** Publishes the change of a definition with the commit of its transaction. @param version the one in force afterwards. */
export function publishDefinition(
  db: TenantTransaction,
  { kind, id }: DefinitionKey,
  verb: Change['verb'],
  version: number,
): void {
  publish(db, {
    topic: definitionTopic,
    type: 'DEFINITION',
    data: { definition: { verb, kind, id, version }, version },
  });
}

/** Names of definitions are for those who may edit them. All others learn that something was published. */
export const definitionTopics: TopicSpec = {
  kind: definitionTopic,
  names: [definitionTopic],
  open({ caller }, rest) {
    if (rest !== '') throw notFound();
    if (allows(caller.grants, { screen: 'admin-definition', verb: 'read' }))
      return wholeView(definitionTopic);
    return {
      log: definitionTopic,
      key: 'unnamed',
      read({ data }) {
        const { definition } = data as unknown as DefinitionEvent;
        return definition && ofDrafts.includes(definition.verb) ? undefined : { definition: null };
      },
    };
  },
};
