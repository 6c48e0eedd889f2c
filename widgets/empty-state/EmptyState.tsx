import type { EmptyStateProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { EmptyState as Notice } from '../../src/ui/index.ts';

/** Explains why there is nothing to show, with next steps as its children. */
export default function EmptyState({ id, props, childItems: items, children }: WidgetProps<EmptyStateProps>) {
  return (
    <div id={id}>
      <Notice icon={props.icon ?? 'box'} title={props.title} {...(props.text ? { text: props.text } : {})}>
        {items.length > 0 ? children : undefined}
      </Notice>
    </div>
  );
}
