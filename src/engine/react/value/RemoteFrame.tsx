import { useEffect, useId } from 'react';

/** The server replaces it with the nonce of the frame's policy. */
export const frameNonce = '__CSP_NONCE__';

/** The frame sends no cookies to the hosts of the pictures, in browsers that support the attribute, for which React has no type. */
const withoutCookies = { credentialless: true };

function postInto(frame: string, html: string): void {
  const form = document.createElement('form');
  const field = document.createElement('textarea');
  Object.assign(form, {
    method: 'post',
    action: '/adm/remote-content',
    enctype: 'text/plain',
    target: frame,
  });
  Object.assign(field, { name: 'document', value: html });
  form.hidden = true;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/**
 * Shows an HTML document in a frame that may load pictures of other sites. Scripts cannot run in it, and it has no origin.
 * The document goes through the server, whose answer carries a policy of its own: a frame without an address would inherit
 * the page's policy, which lets no such picture in.
 */
export function RemoteFrame({
  html,
  title,
  className,
  height,
}: {
  /** A whole document; its style elements carry `frameNonce`. */
  html: string;
  title: string;
  className?: string | undefined;
  /** Pixels. */
  height?: number | undefined;
}) {
  const name = useId();
  useEffect(() => postInto(name, html), [name, html]);
  return (
    <iframe
      {...withoutCookies}
      name={name}
      title={title}
      className={className}
      height={height}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
    />
  );
}
