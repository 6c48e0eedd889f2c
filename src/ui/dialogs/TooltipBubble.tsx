import { Tooltip } from '@fluentui/react-components';

export interface TooltipBubbleProps {
  text: string;
  /** The control that the tooltip names. */
  target: HTMLElement;
  onHide(): void;
}

/** The text of a tooltip beside its control. Its code is loaded with the first tooltip. */
export default function TooltipBubble({ text, target, onHide }: TooltipBubbleProps) {
  return (
    <Tooltip
      visible
      // The control has the same name: a screen reader would announce it twice.
      relationship="inaccessible"
      content={text}
      positioning={{ target }}
      onVisibleChange={(_, { visible }) => {
        if (!visible) onHide();
      }}
    />
  );
}
