import { servePage } from './connections.ts';

// The shared worker that holds the connection for all tabs of this browser profile.

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) servePage(port);
});
