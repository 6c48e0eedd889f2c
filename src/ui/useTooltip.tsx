import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType, FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { TooltipBubbleProps } from './TooltipBubble.tsx';

async function loadBubble(): Promise<{ default: ComponentType<TooltipBubbleProps> }> {
  try {
    return await import('./TooltipBubble.tsx');
  } catch {
    // The control works and has its name without it.
    return { default: () => null };
  }
}

// Positioning weighs 25 KB, and no page begins with a hint.
const TooltipBubble = lazy(loadBubble);

/** Milliseconds that pointer or focus have to stay, as with Fluent's own tooltips. */
const delay = 250;

/** What a control takes to have a hint. */
interface TooltipTrigger {
  'aria-label': string;
  onPointerEnter(event: PointerEvent<HTMLElement>): void;
  onPointerLeave(): void;
  onPointerDown(): void;
  onClickCapture(): void;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(): void;
}

/**
 * Names a control that shows no words (an icon button), and shows the name beside it to who points at it or comes to it
 * with the keyboard. Spread `trigger` onto the control and draw `tooltip` anywhere beside it.
 */
export function useTooltip(text: string): { trigger: TooltipTrigger; tooltip: ReactNode } {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setTarget(null);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const trigger = useMemo<TooltipTrigger>(() => {
    const show = (control: HTMLElement) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setTarget(control), delay);
    };
    return {
      'aria-label': text,
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') show(event.currentTarget);
      },
      onPointerLeave: hide,
      // Who presses knows what it is, and a dialog may come: no hint stays or comes late over that. The click is that of
      // the keyboard and of assistive tools too; caught on its way down, it leaves onClick to the control.
      onPointerDown: hide,
      onClickCapture: hide,
      onKeyDown: (event) => {
        if (event.key === 'Escape') hide();
      },
      onFocus: (event) => {
        if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
      },
      onBlur: hide,
    };
  }, [text, hide]);
  const tooltip = target && (
    <Suspense fallback={null}>
      <TooltipBubble text={text} target={target} onHide={hide} />
    </Suspense>
  );
  return { trigger, tooltip };
}
