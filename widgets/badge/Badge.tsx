import type { BadgeProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { ToneBadge } from '../../src/ui/index.ts';

/** A short state. Renders nothing without text. */
export default function Badge({ id, props }: WidgetProps<BadgeProps>) {
  if (props.text === '') return null;
  return (
    <span id={id}>
      <ToneBadge
        tone={props.tone ?? 'neutral'}
        text={props.text}
        {...(props.icon ? { icon: props.icon } : {})}
      />
    </span>
  );
}
