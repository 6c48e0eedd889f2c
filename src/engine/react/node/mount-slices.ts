import { flushSync } from 'react-dom';
import { onPrintOrFind } from '../../../ui/index.ts';

/** Number of nodes mounted in one task; a node takes a few milliseconds on a slow machine. */
export const mountSlice = 50;

interface PendingMount {
  /** Position in document order. */
  order: number;
  /** Nodes in its subtree, itself included. */
  size: number;
  mount(): void;
}

const waiting = new Set<PendingMount>();
let budget = mountSlice;
let scheduled = false;
let listening = false;

/** Lifts the limit for the current task: the browser prints and searches only what is mounted. */
function mountAll(): void {
  budget = Infinity;
  for (const node of waiting) node.mount();
  schedule();
}

/**
 * Whether a node may be mounted in the current task. A screen of many nodes would otherwise block the page until all of
 * them are mounted; the rest waits with `waitForMount`.
 */
export function takeMount(): boolean {
  if (!listening) onPrintOrFind(mountAll);
  listening = true;
  schedule();
  if (budget === 0) return false;
  budget -= 1;
  return true;
}

/** Mounts a node in one of the next tasks, in document order. Returns a function that withdraws it. */
export function waitForMount(node: PendingMount): () => void {
  waiting.add(node);
  schedule();
  return () => waiting.delete(node);
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  // Between two tasks the browser handles input and paints.
  setTimeout(mountNextSlice);
}

function mountNextSlice(): void {
  scheduled = false;
  const next: PendingMount[] = [];
  let remaining = mountSlice;
  for (const node of [...waiting].toSorted((a, b) => a.order - b.order)) {
    if (remaining <= 0) break;
    next.push(node);
    remaining -= node.size;
  }
  // The remaining budget is for the subtrees of these nodes.
  budget = mountSlice - next.length;
  if (next.length === 0) return;
  schedule();
  // Forces one commit per slice: React would batch the updates of two tasks.
  flushSync(() => {
    for (const node of next) node.mount();
  });
}
