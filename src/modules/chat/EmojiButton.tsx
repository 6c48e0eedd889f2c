import { Button, Popover, PopoverSurface, PopoverTrigger, Spinner } from '@fluentui/react-components';
import { Emoji20Regular } from '@fluentui/react-icons/svg/emoji';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../engine/react/index.ts';
import { useTooltip } from '../../ui/index.ts';

const EmojiPicker = lazy(() =>
  import('./emojis/EmojiPicker.tsx').then((module) => ({ default: module.EmojiPicker })),
);

/** A button that opens the emojis above itself. */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { trigger, tooltip } = useTooltip(t('chat.emoji'));
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={(_, { open }) => setOpen(open)}
        positioning="above-start"
        trapFocus
      >
        <PopoverTrigger disableButtonEnhancement>
          <Button {...trigger} appearance="subtle" icon={<Emoji20Regular />} />
        </PopoverTrigger>
        <PopoverSurface aria-label={t('chat.emoji')}>
          <Suspense fallback={<Spinner size="tiny" />}>
            <EmojiPicker
              onPick={(emoji) => {
                setOpen(false);
                onPick(emoji);
              }}
            />
          </Suspense>
        </PopoverSurface>
      </Popover>
      {tooltip}
    </>
  );
}
