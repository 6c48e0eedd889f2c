import { flushSync } from 'react-dom';

/** Nodes that are mounted in one task: a few milliseconds each on a slow machine. */
export const mountSlice = 50;

interface WaitingNode {
  /** Position in document order. */
  order: number;
  /** Nodes in its subtree, itself included. */
  size: number;
  mount(): void;
}

const waiting = new Set<WaitingNode>();
let budget = mountSlice;
let scheduled = false;

/**
 * Whether a node may be mounted in the current task. A screen of many nodes would otherwise block the page until all of
 * them are mounted; the rest waits with `waitForMount`.
 */
export function takeMount(): boolean {
  schedule();
  if (budget === 0) return false;
  budget -= 1;
  return true;
}

/** Mounts a node in one of the next tasks, in document order. Returns a function that withdraws it. */
export function waitForMount(node: WaitingNode): () => void {
  waiting.add(node);
  schedule();
  return () => waiting.delete(node);
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  // Input and painting come between two tasks.
  setTimeout(mountNextSlice);
}

function mountNextSlice(): void {
  scheduled = false;
  const next: WaitingNode[] = [];
  let room = mountSlice;
  for (const node of [...waiting].toSorted((a, b) => a.order - b.order)) {
    if (room <= 0) break;
    next.push(node);
    room -= node.size;
  }
  // The rest is for the subtrees of these nodes.
  budget = mountSlice - next.length;
  if (next.length === 0) return;
  schedule();
  // One commit per slice: React would put what two tasks schedule into one.
  flushSync(() => {
    for (const node of next) node.mount();
  });
}
