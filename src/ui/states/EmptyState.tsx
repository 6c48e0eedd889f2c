import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icons.ts';
import { moldeToken, statusToken } from '../theme/tokens.ts';

export interface EmptyStateProps {
  /** A name, or the icon itself where its code must come with the page's. */
  icon: IconName | (string & {}) | ReactElement;
  title: string;
  /** One sentence about the next step. */
  text?: ReactNode;
  /** The cause, if the page names one; `text` then describes the next step. */
  reason?: ReactNode;
  /** The buttons, none of them filled in a page that only states. */
  children?: ReactNode;
  /** 'brand' invites (no items yet), 'neutral' states (not found), 'warning' refuses, 'danger' reports a failure. */
  tone?: 'brand' | 'neutral' | 'warning' | 'danger';
  /** Heading level of the title if it is the page's title; otherwise it is plain text. */
  heading?: 1 | 2;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    padding: '32px 16px',
    textAlign: 'center',
  },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    marginBottom: '12px',
    borderRadius: tokens.borderRadiusXLarge,
  },
  brand: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  neutral: { backgroundColor: tokens.colorNeutralBackground6, color: tokens.colorNeutralForeground2 },
  warning: {
    backgroundColor: moldeToken(statusToken('blocked', 'Background')),
    color: moldeToken(statusToken('blocked', 'Foreground')),
  },
  danger: {
    backgroundColor: moldeToken(statusToken('late', 'Background')),
    color: moldeToken(statusToken('late', 'Foreground')),
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  pageTitle: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  reason: { margin: 0, maxWidth: '440px', textWrap: 'balance' },
  text: { margin: 0, maxWidth: '440px', textWrap: 'balance', color: tokens.colorNeutralForeground3 },
  actions: { marginTop: '12px', display: 'flex', gap: '8px', flexWrap: 'wrap', justifyContent: 'center' },
});

/** Replaces missing content: names it, the cause and the next step. */
export function EmptyState({
  icon,
  title,
  reason,
  text,
  children,
  tone = 'brand',
  heading,
}: EmptyStateProps) {
  const styles = useStyles();
  const Title = heading === undefined ? 'p' : (`h${heading}` as const);
  return (
    <div className={styles.root}>
      <span className={mergeClasses(styles.tile, styles[tone])}>
        {typeof icon === 'string' ? <Icon name={icon} size={28} /> : icon}
      </span>
      <Title className={mergeClasses(styles.title, heading === 1 && styles.pageTitle)}>{title}</Title>
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      {text !== undefined && text !== '' && <p className={styles.text}>{text}</p>}
      {children !== undefined && children !== null && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
