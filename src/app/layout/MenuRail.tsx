import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Icon } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { AppLink } from './AppLink.tsx';
import { CollapsedGroup } from './CollapsedGroup.tsx';
import { useCurrentPath, useVisibleMenu } from './visible-menu.ts';
import type { MenuEntry } from './visible-menu.ts';
import { useMenuStyles } from './menu-styles.ts';

const useStyles = makeStyles({
  railOverview: { paddingTop: '12px' },
  railSettings: { paddingTop: '8px' },
  railTarget: { width: '46px', minHeight: '40px', justifyContent: 'center', padding: 0, margin: '0 auto' },
});

/** A settings entry of the collapsed menu, which has no groups there. */
function RailEntry({ entry }: { entry: MenuEntry }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const current = useCurrentPath() === entry.path;
  return (
    <li>
      <AppLink
        to={entry.path}
        className={mergeClasses(menu.entry, styles.railTarget, current && menu.current)}
        aria-label={entry.title}
        aria-current={current ? 'page' : undefined}
        title={entry.title}
      >
        <Icon name={entry.icon} />
      </AppLink>
    </li>
  );
}

/** The collapsed menu: a column of icons whose groups open beside them. */
export default function MenuRail({ onSearch }: { onSearch(): void }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const { t } = useI18n();
  const { overview, settings } = useVisibleMenu('');
  return (
    <>
      <button
        type="button"
        className={mergeClasses(menu.entry, styles.railTarget)}
        aria-label={t('shell.search')}
        title={t('shell.search')}
        onClick={onSearch}
      >
        <Icon name="search" />
      </button>
      <ul className={mergeClasses(menu.list, menu.overview, styles.railOverview)}>
        {overview.map((group) => (
          <CollapsedGroup key={group.id} group={group} />
        ))}
      </ul>
      {settings.length > 0 && (
        <div className={menu.settings}>
          <ul className={mergeClasses(menu.list, menu.settingsList, styles.railSettings)}>
            {settings.flatMap((group) =>
              group.entries.map((entry) => <RailEntry key={`${group.id} ${entry.path}`} entry={entry} />),
            )}
          </ul>
        </div>
      )}
    </>
  );
}
