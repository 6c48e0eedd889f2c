import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Icon, moldeToken, StatusBadge, toastPlace } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import type { Crumb } from '../shell-context.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import type { OnLogout } from '../session/leaving.ts';
import { UserMenu } from './UserMenu.tsx';

const narrow = '@media (max-width: 767.98px)';

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '48px',
    padding: '0 12px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    borderBottom: `1px solid ${moldeToken('cardStroke')}`,
    [narrow]: { height: '52px' },
  },
  end: { flexShrink: 0, display: 'flex', alignItems: 'center', gap: '8px' },
  grow: { flexGrow: 1, minWidth: 0, display: 'flex' },
  tenant: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', [narrow]: { display: 'none' } },
  divider: {
    width: '1px',
    height: '24px',
    backgroundColor: moldeToken('cardStroke'),
    [narrow]: { display: 'none' },
  },
  wide: { [narrow]: { display: 'none' } },
  phone: { '@media (min-width: 768px)': { display: 'none' } },
});

/** Returns `acme` for `acme.example.com:3000`. An address by number has no labels: its tenant's key stands for it. */
export function hostLabel(host: string, tenant: string | undefined): string {
  const isNumber = host.startsWith('[') || /^\d+(\.\d+){3}(:\d+)?$/.test(host);
  if (isNumber) return tenant ?? host;
  return host.split(':')[0]?.split('.')[0] ?? '';
}

/** Toasts stand in the band's free middle, between breadcrumb and user. */
function useToastBand(start: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const first = start.current;
    const last = end.current;
    if (!first || !last) return undefined;
    const measure = () => {
      const { left } = last.getBoundingClientRect();
      const used = first.firstElementChild ?? first;
      const from = used === first ? first.getBoundingClientRect().left : used.getBoundingClientRect().right;
      toastPlace.setState(
        { kind: 'band', right: window.innerWidth - left + 16, width: left - from - 32 },
        true,
      );
    };
    measure();
    if (globalThis.ResizeObserver === undefined) return undefined;
    const sizes = new ResizeObserver(measure);
    // The breadcrumb's place is as wide as what the user leaves, so it changes with window, menu and user.
    for (const one of [first, last]) sizes.observe(one);
    return () => {
      sizes.disconnect();
      toastPlace.setState({ kind: 'page' }, true);
    };
  }, [start, end]);
}

/** The header: breadcrumb, environment, tenant and the user menu. */
export function Header({
  crumbs,
  collapsed,
  onToggle,
  onOpenMenu,
  onLogout,
  children,
}: {
  crumbs: readonly Crumb[];
  collapsed: boolean;
  onToggle(): void;
  onOpenMenu(): void;
  onLogout: OnLogout;
  /** Stands before the user menu. */
  children?: ReactNode;
}) {
  const styles = useStyles();
  const { t } = useI18n();
  const { session } = useApp();
  const { home } = useAccount();
  const toggleText = t(collapsed ? 'shell.expand' : 'shell.collapse');
  const start = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useToastBand(start, end);
  const textKey = home?.environment === 'qa' ? 'shell.environmentQa' : 'shell.environmentDev';
  return (
    <header className={styles.root}>
      <Button
        className={styles.wide}
        appearance="subtle"
        icon={<Icon name="panel-left" />}
        aria-label={toggleText}
        title={toggleText}
        aria-expanded={!collapsed}
        onClick={onToggle}
      />
      <Button
        className={styles.phone}
        appearance="subtle"
        icon={<Icon name="navigation" />}
        aria-label={t('shell.openMenu')}
        aria-haspopup="dialog"
        onClick={onOpenMenu}
      />
      <div ref={start} className={styles.grow}>
        <Breadcrumb crumbs={crumbs} />
      </div>
      <div ref={end} className={styles.end}>
        {home && home.environment !== 'prod' && (
          <StatusBadge status="blocked" icon="none" text={t(textKey)} />
        )}
        <span className={styles.divider} aria-hidden="true" />
        <span className={styles.tenant}>
          {hostLabel(session.get()?.currentEnvironment ?? window.location.host, home?.tenant.key)}
        </span>
        {children}
        <UserMenu onLogout={onLogout} />
      </div>
    </header>
  );
}
