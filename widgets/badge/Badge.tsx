import type { BadgeProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { StatusBadge, ToneBadge } from '../../src/ui/index.ts';

/** A short state. Renders nothing without text. */
export default function Badge({ id, props }: WidgetProps<BadgeProps>) {
  if (props.text === '') return null;
  const icon = props.icon ? { icon: props.icon } : {};
  return (
    <span id={id}>
      {props.status === undefined ? (
        <ToneBadge tone={props.tone ?? 'neutral'} text={props.text} {...icon} />
      ) : (
        <StatusBadge status={props.status} text={props.text} {...icon} />
      )}
    </span>
  );
}
