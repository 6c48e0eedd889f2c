import { useEffect } from 'react';
import { useEngine } from '../context.ts';

/** Names the window after a page of the tenant while that is shown, and restores its title then. An empty title leaves it. */
export function useWindowTitle(title: string): void {
  const { host } = useEngine();
  useEffect(() => {
    if (title === '') return undefined;
    const before = document.title;
    const named = `${title} · ${host.tenant.name}`;
    document.title = named;
    return () => {
      if (document.title === named) document.title = before;
    };
  }, [title, host]);
}
