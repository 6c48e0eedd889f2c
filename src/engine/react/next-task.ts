import { yieldBetweenEvaluations } from '../core/index.ts';

let channel: MessageChannel | undefined;

/** Resolves in the browser's next task. A timer would wait 4 ms, and a second in the background. */
function nextTask(): Promise<void> {
  channel ??= new MessageChannel();
  const { port1, port2 } = channel;
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

yieldBetweenEvaluations(nextTask);
