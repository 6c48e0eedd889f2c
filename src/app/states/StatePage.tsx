import { Button, makeStyles } from '@fluentui/react-components';
import { useContext, useEffect } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { EmptyState, Icon, moldeToken } from '../../ui/index.ts';
import { useAccount, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { ShellContext } from '../shell-context.ts';

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

/** A page in place of a screen: not found, restricted, failed or offline. It names itself in the window and the breadcrumb. */
export function StatePage({ title, ...state }: Omit<ComponentProps<typeof EmptyState>, 'heading'>) {
  const styles = useStyles();
  const { t } = useI18n();
  const { home } = useAccount();
  const setCrumbs = useContext(ShellContext)?.setCrumbs;
  useEffect(() => {
    document.title = `${title} · ${home?.tenant.name ?? t('shell.product')}`;
    setCrumbs?.([{ name: title }]);
    return () => setCrumbs?.([]);
  }, [title, home, t, setCrumbs]);
  const page = <EmptyState heading={1} title={title} {...state} />;
  // The shell has the page's `main` already.
  return setCrumbs ? <div className={styles.root}>{page}</div> : <main className={styles.root}>{page}</main>;
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
