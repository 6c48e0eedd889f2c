import { mergeClasses } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import { isCurrent } from './menu-entries.ts';
import type { EntryGroup, MenuEntry } from './menu-entries.ts';
import { useMenuStyles } from './menu-styles.ts';

/** One entry: a link to its screen. */
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
    <Link
      to={entry.path}
      className={mergeClasses(styles.entry, indented && styles.sub, current && styles.current)}
      aria-current={current ? 'page' : undefined}
      title={entry.title}
    >
      {icon && <Icon name={entry.icon} />}
      <span className={styles.text}>{entry.title}</span>
    </Link>
  );
}

function Group({ group, forced }: { group: EntryGroup; forced: boolean }) {
  const styles = useMenuStyles();
  const { pathname } = useLocation();
  const id = useId();
  const holdsCurrent = group.entries.some((entry) => isCurrent(entry, pathname));
  // Open where the current page is until the person decides otherwise.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = forced || (chosen ?? holdsCurrent);
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

/** The groups with their entries below them; all open while searching. */
export function GroupList({ groups, searching }: { groups: EntryGroup[]; searching: boolean }) {
  const styles = useMenuStyles();
  return (
    <ul className={styles.list}>
      {groups.map((group) => (
        <Group key={group.id} group={group} forced={searching} />
      ))}
    </ul>
  );
}

/** The Settings entries, flat: they are few, and their place already says what they are. */
export function SettingsList({ groups }: { groups: EntryGroup[] }) {
  const styles = useMenuStyles();
  return (
    <ul className={styles.list}>
      {groups.flatMap((group) =>
        group.entries.map((entry) => (
          <li key={`${group.id} ${entry.path}`}>
            <EntryLink entry={entry} icon />
          </li>
        )),
      )}
    </ul>
  );
}

/** Filters the entries by title. */
export function MenuSearch({
  value,
  onChange,
  inputRef,
}: {
  value: string;
  onChange(value: string): void;
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const styles = useMenuStyles();
  const { t } = useI18n();
  return (
    <div className={styles.search} role="search">
      <Icon name="search" size={16} />
      <input
        ref={inputRef}
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
