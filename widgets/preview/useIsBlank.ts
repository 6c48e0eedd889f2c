import { useEffect, useState, type RefObject } from 'react';

/** Milliseconds without content after which an element counts as blank: what loads shows a skeleton before that. */
const patience = 1000;

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
    const look = () => {
      clearTimeout(timer);
      if (isBlank(element)) timer = setTimeout(() => setBlank(true), patience);
      else setBlank(false);
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [ref]);
  return blank;
}
