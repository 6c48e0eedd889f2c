import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { safeUrl } from '../../../contracts/url.ts';
import { isPlainClick, useNavigate } from '../hooks.ts';

const useStyles = makeStyles({
  link: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { textDecorationLine: 'underline', color: tokens.colorBrandForegroundLinkHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

/**
 * A link. A screen of this product opens in the same page, another site in a new tab without opener and referrer. An
 * address that is not allowed renders its children alone.
 */
export function Link({ to, className, children }: { to: unknown; className?: string; children: ReactNode }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const url = safeUrl(to);
  if (!url) return <>{children}</>;
  const newTab = url.kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
  return (
    <a
      className={mergeClasses(styles.link, className)}
      href={url.href}
      {...newTab}
      onClick={(event) => {
        // An element around it, such as a list's row, may be pressable too.
        event.stopPropagation();
        if (url.kind !== 'own' || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(url.href);
      }}
    >
      {children}
    </a>
  );
}
