import { useEffect, useState, type RefObject } from 'react';

/** Milliseconds without content after which an element counts as blank; loading content shows a skeleton earlier. */
const blankDelay = 1000;

const content = 'img, svg, canvas, video, iframe, input, textarea, select, button, hr, [role], [aria-busy]';

function isBlank(element: Element): boolean {
  return element.textContent.trim() === '' && element.querySelector(content) === null;
}

/** Whether an element has shown nothing at all for a while: no text, no control, no picture, no skeleton. */
export function useIsBlank(ref: RefObject<Element | null>): boolean {
  const [blank, setBlank] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      if (isBlank(element)) timer = setTimeout(() => setBlank(true), blankDelay);
      else setBlank(false);
    };
    const observer = new MutationObserver(update);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    update();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [ref]);
  return blank;
}
