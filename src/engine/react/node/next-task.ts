let channel: MessageChannel | undefined;

/** Resolves in the browser's next task. A timer would wait 4 ms, and a second in the background. */
export function nextTask(): Promise<void> {
  channel ??= new MessageChannel();
  const { port1, port2 } = channel;
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
