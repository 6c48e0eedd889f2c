import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { escapeHtml } from '../../../contracts/html.ts';
import { blockedPictureHost, Icon } from '../../../ui/index.ts';
import { useText } from '../hooks.ts';
import { frameNonce, RemoteFrame } from './RemoteFrame.tsx';

const useStyles = makeStyles({
  placeholder: {
    boxSizing: 'border-box',
    display: 'inline-flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    maxWidth: '100%',
    padding: '8px',
    overflow: 'hidden',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  frame: { border: 'none' },
});

function documentOf(src: string, alt: string, fit: 'cover' | 'contain'): string {
  const style = `html, body { margin: 0; height: 100%; } img { display: block; width: 100%; height: 100%; object-fit: ${fit}; }`;
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>${escapeHtml(alt)}</title><style nonce="${frameNonce}">${style}</style><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
}

/**
 * A picture. One of a host that the tenant has not allowed loads only after the reader asks for it; a placeholder with the
 * host's name stands there until then.
 */
export function Picture({
  src,
  alt,
  className,
  fit = 'contain',
  onError,
}: {
  /** As `pictureUrl` answers it. */
  src: string;
  alt: string;
  className?: string | undefined;
  fit?: 'cover' | 'contain' | undefined;
  onError?: () => void;
}) {
  const styles = useStyles();
  const t = useText();
  const [asked, setAsked] = useState<string | null>(null);
  const host = blockedPictureHost(src);
  if (host === null) {
    return (
      <img
        className={className}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        // An allowed host does not learn which page shows its picture, either.
        referrerPolicy="no-referrer"
        onError={onError}
      />
    );
  }
  const label = alt || t('widgets.picture.from', { host });
  if (asked === src)
    return (
      <RemoteFrame
        html={documentOf(src, label, fit)}
        title={label}
        className={mergeClasses(styles.frame, className)}
      />
    );
  return (
    <span role="group" aria-label={label} className={mergeClasses(styles.placeholder, className)}>
      <Icon name="shield" size={20} />
      {alt && <span>{alt}</span>}
      <span>{t('widgets.picture.from', { host })}</span>
      <Button size="small" onClick={() => setAsked(src)}>
        {t('widgets.picture.load')}
      </Button>
    </span>
  );
}
