import type { PresenceProps } from '../../src/engine/core/index.ts';
import { useOthersHere, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { PeopleHere } from '../../src/ui/index.ts';

/** Avatars of the other people in a record; nothing while the person is alone. */
export default function Presence({ id, props: { entity, record, text } }: WidgetProps<PresenceProps>) {
  const t = useText();
  const isKnown = typeof record === 'number' || (typeof record === 'string' && record !== '');
  const here = useOthersHere(isKnown ? `record:${entity}:${record}` : null);
  return (
    <PeopleHere
      id={id}
      {...here}
      text={text || t('widgets.presence.here')}
      more={(names, count) => t('widgets.presence.more', { names, count })}
    />
  );
}
