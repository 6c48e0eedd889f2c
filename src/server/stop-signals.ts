/**
 * Calls a handler on SIGINT and SIGTERM.
 *
 * The listeners stay for the process's life: a signal that arrives while the start keeps the thread busy is delivered
 * later, and Node drops it when its listener has been exchanged for another by then.
 *
 * @returns a function that sets the next handler.
 */
export function onStopSignal(handler: () => void): (next: () => void) => void {
  let current = handler;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => current());
  return (next) => {
    current = next;
  };
}
