import { useLayoutEffect, useState } from 'react';

/**
 * A resource that lives as long as the component; null while it is first rendered. It is created by the effect that
 * disposes it: a resource created while rendering would be disposed for good when React runs effects twice.
 * @param create keeps its identity for as long as the resource shall live
 */
export function useDisposable<T extends { dispose(): void }>(create: () => T): T | null {
  const [resource, setResource] = useState<T | null>(null);
  useLayoutEffect(() => {
    const created = create();
    // oxlint-disable-next-line react/set-state-in-effect -- the resource is an external system, and it starts here
    setResource(created);
    return () => created.dispose();
  }, [create]);
  return resource;
}
