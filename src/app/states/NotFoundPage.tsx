import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useContext, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { nearest } from '../../engine/core/index.ts';
import { Icon, Key } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { AppLink } from '../layout/AppLink.tsx';
import { useVisibleMenu } from '../layout/visible-menu.ts';
import { ShellContext } from '../shell-context.ts';
import { HomeButton, StatePage } from './StatePage.tsx';

const useStyles = makeStyles({
  path: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  key: { marginInlineStart: '8px' },
  link: { color: tokens.colorBrandForegroundLink },
});

/** Returns the menu's entry whose address is most like `path`; null when none is alike. */
function useMeant(path: string) {
  const { overview, settings } = useVisibleMenu('');
  const entries = [...overview, ...settings].flatMap((group) => group.entries);
  const known = nearest(
    path,
    entries.map((entry) => entry.path),
  );
  return entries.find((entry) => entry.path === known) ?? null;
}

/** Opens the palette, which finds what the address did not. */
function PaletteButton() {
  const styles = useStyles();
  const { t } = useI18n();
  const shell = useContext(ShellContext);
  if (!shell) return null;
  return (
    <Button
      appearance="subtle"
      icon={<Icon name="search" />}
      aria-keyshortcuts="Control+K"
      onClick={shell.openPalette}
    >
      {t('shell.search')}
      <Key className={styles.key} text={t('shell.paletteKey')} />
    </Button>
  );
}

/**
 * The page of an address that does not exist, or of a record that does not.
 * @param withdrawn the screen was open here when its publication ended.
 */
export default function NotFoundPage({ withdrawn = false }: { withdrawn?: boolean }) {
  const styles = useStyles();
  const { t, find, loadMore } = useI18n();
  useEffect(() => {
    if (withdrawn) void loadMore(['views']);
  }, [withdrawn, loadMore]);
  const { pathname } = useLocation();
  const like = useMeant(pathname);
  const meant = withdrawn ? null : like;
  const title = (withdrawn && find('views.withdrawn.title')) || t('notFound.title');
  const path = '\0';
  const reason = (withdrawn && find('views.withdrawn.text', { path })) || t('notFound.text', { path });
  const [before = '', after = ''] = reason.split(path);
  return (
    <StatePage
      icon="document-search"
      tone="neutral"
      title={title}
      reason={
        <>
          {before}
          <code className={styles.path}>{pathname}</code>
          {after}
        </>
      }
      text={
        meant && (
          <>
            {t('notFound.meant')}{' '}
            <AppLink className={styles.link} to={meant.path}>
              {meant.title}
            </AppLink>
            ?
          </>
        )
      }
    >
      <HomeButton />
      <PaletteButton />
    </StatePage>
  );
}
