import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Query } from '../../engine/core/index.ts';
import { EngineProvider, Screen } from '../../engine/react/index.ts';
import { SkeletonItem, EmptyState, ErrorNotice, Icon, SkeletonGroup } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { useShell } from '../shell-context.ts';
import { paramsOf, screenAddress } from './resolve.ts';
import type { ScreenReply } from './resolve.ts';

const useStyles = makeStyles({
  centre: { display: 'grid', placeItems: 'center', minHeight: '100%' },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '16px 24px' },
  head: { display: 'flex', justifyContent: 'space-between' },
});

function NotFound() {
  const styles = useStyles();
  const { t } = useI18n();
  const { host } = useShell();
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${host.tenant.name}`;
  });
  return (
    <div className={styles.centre}>
      <EmptyState
        icon="search"
        tone="neutral"
        heading={1}
        title={t('notFound.title')}
        text={t('notFound.text')}
      >
        <Button icon={<Icon name="home" />} onClick={() => host.navigate(paths.home)}>
          {t('restricted.home')}
        </Button>
      </EmptyState>
    </div>
  );
}

function Opening() {
  const styles = useStyles();
  const { t } = useI18n();
  return (
    <SkeletonGroup label={t('shell.loading')} className={styles.skeleton}>
      <div className={styles.head}>
        <SkeletonItem width={180} height={28} />
        <SkeletonItem width={112} height={32} />
      </div>
      <SkeletonItem height={56} />
      <SkeletonItem height={320} />
    </SkeletonGroup>
  );
}

/** Resolves any other path to its screen document, which the engine renders. */
export default function ScreenRoute() {
  const styles = useStyles();
  const { t } = useI18n();
  const { host, queries, registry, setCrumbs, setWork } = useShell();
  const { pathname, search } = useLocation();
  const address = screenAddress(pathname);
  const load = useMemo(() => {
    // Every navigation fetches again, though one definition serves /admin-user/3 and /admin-user/4.
    void pathname;
    return queries.follow(address);
  }, [queries, address, pathname]);
  const { status, reply, error } = useSyncExternalStore(load.subscribe, load.get);
  const found = reply === undefined ? null : (reply as ScreenReply).data;
  const definition = found?.definition;

  const params = useMemo(
    () => (definition ? paramsOf(definition.path, pathname) : {}),
    [definition, pathname],
  );

  const query = useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
  // The query replaces the current history entry, so that going back skips the filters set in between.
  const replaceQuery = useCallback(
    (next: Query) => {
      const text = new URLSearchParams(next).toString();
      host.navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true });
    },
    [host, pathname],
  );

  const notifyReplaced = useCallback(() => {
    const text = host.translate('widgets.frame.renewed');
    if (text !== null) host.notify('info', text);
  }, [host]);

  const work = definition?.layout === 'work';
  useEffect(() => {
    setWork(work);
    return () => setWork(false);
  }, [work, setWork]);

  // The last definition stays in view while it is refreshed, even when that fails.
  if (found && definition) {
    return (
      <EngineProvider registry={registry} host={host}>
        <Screen
          document={definition}
          params={params}
          query={query}
          diagnostics={found.faults}
          fallback={<Opening />}
          onQuery={replaceQuery}
          onTrail={setCrumbs}
          onDefinitionReplaced={notifyReplaced}
        />
      </EngineProvider>
    );
  }
  if (status === 'error') {
    if (error?.status === 404) return <NotFound />;
    // The guard checks the first path segment only. The server checks the rest.
    if (error?.status === 403) return <Navigate to={paths.restricted} replace />;
    return (
      <div className={styles.centre}>
        <ErrorNotice
          title={t('failure.page')}
          text={error?.message ?? t('failure.generic')}
          retry={{ text: t('failure.retry'), onRetry: () => void load.refresh() }}
        />
      </div>
    );
  }
  return <Opening />;
}
