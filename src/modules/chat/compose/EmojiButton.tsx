import { Button, Popover, PopoverSurface, Spinner } from '@fluentui/react-components';
import { Emoji20Regular } from '@fluentui/react-icons/svg/emoji';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { useTooltip } from '../../../ui/index.ts';

const EmojiPicker = lazy(() =>
  import('../emojis/EmojiPicker.tsx').then((module) => ({ default: module.EmojiPicker })),
);

/**
 * A button that opens the emojis above itself. Bubbles have one each, so what is not open is not mounted: a popover that waits
 * takes as long as the rest of its bubble.
 */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const t = useText();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const { trigger, tooltip } = useTooltip(t('chat.emoji'));
  const close = (): void => {
    target?.focus();
    setTarget(null);
  };
  return (
    <>
      <Button
        {...trigger}
        appearance="subtle"
        icon={<Emoji20Regular />}
        aria-haspopup="dialog"
        aria-expanded={target !== null}
        onClick={(event) => setTarget(target === null ? event.currentTarget : null)}
      />
      {target && (
        <Popover
          open
          positioning={{ position: 'above', align: 'start', target }}
          trapFocus
          onOpenChange={({ type, target: at }) => {
            // A press on the button closes it by itself; one elsewhere takes the focus there.
            if (type === 'keydown') close();
            else if (!target.contains(at as Node)) setTarget(null);
          }}
        >
          <PopoverSurface aria-label={t('chat.emoji')}>
            <Suspense fallback={<Spinner size="tiny" />}>
              <EmojiPicker
                onPick={(emoji) => {
                  close();
                  onPick(emoji);
                }}
              />
            </Suspense>
          </PopoverSurface>
        </Popover>
      )}
      {tooltip}
    </>
  );
}
