import { mergeClasses } from '@fluentui/react-components';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { AppLink } from './AppLink.tsx';
import { Icon, Key } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { useCurrentPath, useVisibleMenu } from './visible-menu.ts';
import type { EntryGroup, MenuEntry } from './visible-menu.ts';
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
  const current = useCurrentPath() === entry.path;
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

/** A collapsible group. Its entries have no icons here, as they stand indented under the group's. */
function Group({ group }: { group: EntryGroup }) {
  const styles = useMenuStyles();
  const currentPath = useCurrentPath();
  const id = useId();
  const holdsCurrent = group.entries.some(({ path }) => path === currentPath);
  // The current page's group is open until the person toggles it.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? holdsCurrent;
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
  onPalette,
  ref,
}: {
  value: string;
  onChange(value: string): void;
  /** Undefined where the menu itself covers the page. */
  onPalette: (() => void) | undefined;
  ref: RefObject<HTMLInputElement | null>;
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
      />
      {value !== '' ? (
        <button
          type="button"
          className={styles.iconButton}
          aria-label={t('shell.clearSearch')}
          onClick={() => {
            onChange('');
            ref.current?.focus();
          }}
        >
          <Icon name="dismiss" size={16} />
        </button>
      ) : (
        onPalette && (
          <button
            type="button"
            className={styles.paletteButton}
            aria-label={t('shell.palette')}
            aria-keyshortcuts="Control+K"
            title={t('shell.palette')}
            onClick={onPalette}
          >
            <Key text={t('shell.paletteKey')} />
          </button>
        )
      )}
    </div>
  );
}

/** Hits of the search, at once below it. The first hit is the one that Enter opens. */
function Hits({
  groups,
  list,
  searching,
}: {
  groups: readonly EntryGroup[];
  list: RefObject<HTMLDivElement | null>;
  /** Whether the focus is in the search. */
  searching: boolean;
}) {
  const styles = useMenuStyles();
  const { t } = useI18n();
  const id = useId();
  return (
    <>
      <p className={styles.label} aria-live="polite">
        {t('shell.results')}
      </p>
      <div ref={list} className={styles.hits}>
        {groups.map((group, at) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <p id={`${id}-${group.id}`} className={styles.hitGroup}>
              {group.title}
            </p>
            <ul className={styles.list}>
              {group.entries.map((entry, index) => (
                <li key={entry.path} className={at + index === 0 && searching ? styles.firstHit : undefined}>
                  <EntryLink entry={entry} icon />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 && (
          <p className={styles.none} role="status">
            {t('shell.noResults')}
          </p>
        )}
      </div>
    </>
  );
}

/** The open menu: a search, the groups with their entries, and the settings; while searching, what was found. */
export function MenuContent({
  searchInput,
  onPalette,
}: {
  searchInput?: RefObject<HTMLInputElement | null>;
  onPalette?: () => void;
}) {
  const styles = useMenuStyles();
  const { t } = useI18n();
  const { pathname } = useLocation();
  const own = useRef<HTMLInputElement>(null);
  const input = searchInput ?? own;
  const hits = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [inSearch, setInSearch] = useState(false);
  // A hit that was opened has ended the search.
  const [searchedAt, setSearchedAt] = useState(pathname);
  if (searchedAt !== pathname) {
    setSearchedAt(pathname);
    if (search !== '') setSearch('');
  }
  const searching = search.trim() !== '';
  const { overview, settings } = useVisibleMenu(search);

  /** Arrow keys walk through search and hits; Enter in the search opens the first hit. */
  function onKeyDown(event: KeyboardEvent) {
    if (!searching || event.nativeEvent.isComposing) return;
    const links = [...(hits.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Escape') {
      setSearch('');
      input.current?.focus();
    } else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus();
    else if (event.key === 'ArrowUp') (at === 0 ? input.current : links.at(at - 1))?.focus();
    else if (event.key === 'Enter' && at === -1 && event.target === input.current) links[0]?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="presentation"
      className={styles.content}
      onKeyDown={onKeyDown}
      onFocus={(event) => setInSearch(event.target === input.current)}
      onBlur={() => setInSearch(false)}
    >
      <SearchInput ref={input} value={search} onChange={setSearch} onPalette={onPalette} />
      {searching ? (
        <Hits groups={[...overview, ...settings]} list={hits} searching={inSearch} />
      ) : (
        <>
          {overview.length > 0 && <p className={styles.label}>{t('shell.overview')}</p>}
          <div className={styles.overview}>
            <ul className={styles.list}>
              {overview.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </ul>
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
      )}
    </div>
  );
}
