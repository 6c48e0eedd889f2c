import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to a page of the application. The router's own would bring the loading of server-made pages along, about 2 KB. */
export function AppLink({ to, onClick, children, ...rest }: ComponentPropsWithRef<'a'> & { to: string }) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
