import { Button, makeStyles } from '@fluentui/react-components';
import { useContext, useEffect } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { EmptyState, Icon, moldeToken } from '../../ui/index.ts';
import { useLocation } from 'react-router-dom';
import { useAccount, useI18n } from '../app-context.ts';
import { useVisibleMenu } from '../layout/visible-menu.ts';
import { paths } from '../paths.ts';
import { ShellContext } from '../shell-context.ts';
import type { Crumb } from '../shell-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    placeItems: 'center',
    minHeight: '100%',
    boxSizing: 'border-box',
    color: moldeToken('colorNeutralForeground1'),
    backgroundColor: moldeToken('colorNeutralBackground2'),
  },
  link: { textDecorationLine: 'none' },
});

/** The way to a state page: the menu's entry in whose place it is, else from the home page to its own title. */
function useWay(title: string): Crumb[] {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { overview, settings } = useVisibleMenu('');
  for (const group of [...overview, ...settings]) {
    const entry = group.entries.find(({ path }) => path === pathname);
    if (entry) return [{ name: group.title }, { name: entry.title }];
  }
  return pathname === paths.home
    ? [{ name: title }]
    : [{ name: t('shell.home'), to: paths.home }, { name: title }];
}

function StateCrumbs({ title, setCrumbs }: { title: string; setCrumbs: (crumbs: Crumb[]) => void }): null {
  const way = JSON.stringify(useWay(title));
  useEffect(() => {
    setCrumbs(JSON.parse(way));
    return () => setCrumbs([]);
  }, [way, setCrumbs]);
  return null;
}

/** A page in place of a screen: not found, restricted, failed or offline. It names itself in the window, and its place in the breadcrumb. */
export function StatePage({ title, ...state }: Omit<ComponentProps<typeof EmptyState>, 'heading'>) {
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  const setCrumbs = useContext(ShellContext)?.setCrumbs;
  useEffect(() => {
    document.title = `${title} · ${home?.tenant.name ?? t('shell.product')}`;
  }, [title, home, t]);
  const page = <EmptyState heading={1} title={title} {...state} />;
  // Without a session there is no shell, and no router either. The shell has the page's `main` already.
  return setCrumbs ? (
    <div className={styles.root}>
      <StateCrumbs {...{ title, setCrumbs }} />
      {page}
    </div>
  ) : (
    <main className={styles.root}>{page}</main>
  );
}

/** The way to the home page. Without the shell (signed out), the link loads the page anew. */
export function HomeButton({ subtle = false }: { subtle?: boolean }): ReactNode {
  const styles = useStyles();
  const { t } = useI18n();
  const shell = useContext(ShellContext);
  return (
    <Button
      as="a"
      href={paths.home}
      className={styles.link}
      appearance={subtle ? 'subtle' : 'secondary'}
      icon={<Icon name="home" />}
      onClick={(event) => {
        if (!shell || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        shell.host.navigate(paths.home);
      }}
    >
      {t('restricted.home')}
    </Button>
  );
}
