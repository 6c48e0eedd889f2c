import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { CompiledNode } from '../../core/index.ts';
import { useScreen } from '../context.ts';

/** Calls back with whether any element inside of another is in view, once that is known and after each change. */
function watchContent(outer: HTMLElement, onChange: (inView: boolean) => void): () => void {
  if (globalThis.IntersectionObserver === undefined) return () => undefined;
  const inView = new Map<Element, boolean>();
  // A node that is not visible may be waiting for the source, and the content of a dialog stands elsewhere.
  const report = (): void => onChange(inView.size === 0 || [...inView.values()].some(Boolean));
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (inView.has(target)) inView.set(target, isIntersecting);
    report();
  });
  /** Skeletons, notices and the widget replace each other. */
  const observeContent = (): void => {
    for (const one of inView.keys()) {
      if (one.parentElement === outer) continue;
      observer.unobserve(one);
      inView.delete(one);
    }
    for (const one of outer.children) {
      if (inView.has(one)) continue;
      // In view until the observer has said otherwise, which it never does of an element without a box.
      inView.set(one, true);
      if (getComputedStyle(one).display !== 'contents') observer.observe(one);
    }
    report();
  };
  const mutations = new MutationObserver(observeContent);
  mutations.observe(outer, { childList: true });
  observeContent();
  return () => {
    mutations.disconnect();
    observer.disconnect();
  };
}

/**
 * Tells the screen while the content of a node is out of view, so that its sources are not loaded again for nobody. A node
 * without content, such as one that is not visible, counts as in view. Adds an element without a box of its own.
 */
export default function WatchedNode({ node, children }: { node: CompiledNode; children: ReactNode }) {
  const screen = useScreen();
  const outer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let show: (() => void) | null = null;
    const stop = watchContent(outer.current!, (inView) => {
      if (inView) {
        show?.();
        show = null;
      } else show ??= screen.hide(node);
    });
    return () => {
      stop();
      show?.();
    };
  }, [screen, node]);
  return (
    <div ref={outer} data-watched style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
