import { Tooltip } from '@fluentui/react-components';

export interface TooltipBubbleProps {
  text: string;
  /** The control that it names. */
  target: HTMLElement;
  onHide(): void;
}

/** The words of a hint beside its control. Loaded with the first hint. */
export default function TooltipBubble({ text, target, onHide }: TooltipBubbleProps) {
  return (
    <Tooltip
      visible
      // The control has its name already: a screen reader would hear it twice.
      relationship="inaccessible"
      content={text}
      positioning={{ target }}
      onVisibleChange={(_, { visible }) => {
        if (!visible) onHide();
      }}
    />
  );
}
