import { mergeClasses } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { AppLink } from './AppLink.tsx';
import { Icon } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { isCurrent, useVisibleMenu } from './menu.ts';
import type { EntryGroup, MenuEntry } from './menu.ts';
import { useMenuStyles } from './menu-styles.ts';

/** A menu entry: a link to its screen. */
export function EntryLink({
  entry,
  indented,
  icon,
}: {
  entry: MenuEntry;
  indented?: boolean;
  icon?: boolean;
}) {
  const styles = useMenuStyles();
  const { pathname } = useLocation();
  const current = isCurrent(entry, pathname);
  return (
    <AppLink
      to={entry.path}
      className={mergeClasses(styles.entry, indented && styles.sub, current && styles.current)}
      aria-current={current ? 'page' : undefined}
      title={entry.title}
    >
      {icon && <Icon name={entry.icon} />}
      <span className={styles.text}>{entry.title}</span>
    </AppLink>
  );
}

/** A collapsible group; `searching` keeps it open. */
function Group({ group, searching }: { group: EntryGroup; searching: boolean }) {
  const styles = useMenuStyles();
  const { pathname } = useLocation();
  const id = useId();
  const holdsCurrent = group.entries.some((entry) => isCurrent(entry, pathname));
  // The current page's group is open until the person toggles it.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = searching || (chosen ?? holdsCurrent);
  return (
    <li>
      <button
        type="button"
        className={mergeClasses(styles.entry, open && styles.open)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        <Icon name={group.icon} />
        <span className={styles.text} title={group.title}>
          {group.title}
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
      </button>
      <ul id={id} className={styles.list} hidden={!open}>
        {open &&
          group.entries.map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} indented />
            </li>
          ))}
      </ul>
    </li>
  );
}

function SearchInput({
  value,
  onChange,
  ref,
}: {
  value: string;
  onChange(value: string): void;
  ref: RefObject<HTMLInputElement | null> | undefined;
}) {
  const styles = useMenuStyles();
  const { t } = useI18n();
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={16} />
      <input
        ref={ref}
        type="search"
        className={styles.searchInput}
        placeholder={t('shell.search')}
        aria-label={t('shell.search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.iconButton}
          aria-label={t('shell.clearSearch')}
          onClick={() => onChange('')}
        >
          <Icon name="dismiss" size={16} />
        </button>
      )}
    </div>
  );
}

/** The open menu: a search by title, the groups with their entries, and the settings. */
export function MenuContent({ searchInput }: { searchInput?: RefObject<HTMLInputElement | null> }) {
  const styles = useMenuStyles();
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const searching = search.trim() !== '';
  const { overview, settings } = useVisibleMenu(search);
  return (
    <>
      <SearchInput ref={searchInput} value={search} onChange={setSearch} />
      <p className={styles.label} aria-live="polite">
        {t(searching ? 'shell.results' : 'shell.overview')}
      </p>
      <div className={styles.overview}>
        <ul className={styles.list}>
          {overview.map((group) => (
            <Group key={group.id} group={group} searching={searching} />
          ))}
        </ul>
        {searching && overview.length + settings.length === 0 && (
          <p className={styles.none}>{t('shell.noResults')}</p>
        )}
      </div>
      {settings.length > 0 && (
        <div className={styles.settings}>
          <p className={styles.label}>{t('shell.settings')}</p>
          {/* Settings are few, so they have no groups. */}
          <ul className={mergeClasses(styles.list, styles.settingsList)}>
            {settings.flatMap((group) =>
              group.entries.map((entry) => (
                <li key={`${group.id} ${entry.path}`}>
                  <EntryLink entry={entry} icon />
                </li>
              )),
            )}
          </ul>
        </div>
      )}
    </>
  );
}
