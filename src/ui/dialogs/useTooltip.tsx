import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType, FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { TooltipBubbleProps } from './TooltipBubble.tsx';

async function loadBubble(): Promise<{ default: ComponentType<TooltipBubbleProps> }> {
  try {
    return await import('./TooltipBubble.tsx');
  } catch {
    // The control has its name without the tooltip.
    return { default: () => null };
  }
}

// Positioning weighs 25 KB, and no page starts with a tooltip.
const TooltipBubble = lazy(loadBubble);

/** Delay before the tooltip opens, like that of Fluent's own tooltips. Milliseconds. */
const delay = 250;

/** Props that connect a control to its tooltip. */
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
 * Names a control without visible text (an icon button) and displays the name beside it on hover and on keyboard focus.
 * Spread `trigger` onto the control and render `tooltip` anywhere beside it.
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
      // A press may open a dialog, which no tooltip may cover. The keyboard and assistive tools press by a click; it is
      // caught in its capture phase, which leaves onClick to the control.
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
