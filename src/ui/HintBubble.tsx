import { Tooltip } from '@fluentui/react-components';

export interface HintBubbleProps {
  text: string;
  /** The control that it names. */
  target: HTMLElement;
  onHide(): void;
}

/** The words of a hint beside its control. Loaded with the first hint. */
export default function HintBubble({ text, target, onHide }: HintBubbleProps) {
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
