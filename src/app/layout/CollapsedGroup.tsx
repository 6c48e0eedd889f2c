/* oxlint-disable jsx-a11y/click-events-have-key-events -- Enter on a link is a click, and Escape is heard by the document */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, moldeToken } from '../../ui/index.ts';
import { useCurrentPath } from './visible-menu.ts';
import type { EntryGroup } from './visible-menu.ts';
import { EntryLink } from './MenuContent.tsx';
import { useMenuStyles } from './menu-styles.ts';

const useStyles = makeStyles({
  target: { width: '46px', minHeight: '40px', justifyContent: 'center', padding: 0, margin: '0 auto' },
  popup: {
    position: 'fixed',
    left: '70px',
    zIndex: 1000,
    boxSizing: 'border-box',
    width: 'max-content',
    minWidth: '240px',
    maxWidth: '320px',
    maxHeight: 'calc(100vh - 16px)',
    overflowY: 'auto',
    padding: '8px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${moldeToken('menuStroke')}`,
    backgroundColor: moldeToken('menuBackground'),
    boxShadow: tokens.shadow16,
  },
  title: {
    margin: 0,
    padding: '6px 12px 8px',
    fontWeight: tokens.fontWeightSemibold,
    color: moldeToken('menuForeground'),
  },
});

/** A group of the collapsed sidebar: its submenu opens beside it on hover, focus or press. */
export function CollapsedGroup({ group }: { group: EntryGroup }) {
  const menu = useMenuStyles();
  const styles = useStyles();
  const currentPath = useCurrentPath();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [top, setTop] = useState(0);
  const item = useRef<HTMLLIElement>(null);
  const target = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const current = group.entries.some(({ path }) => path === currentPath);

  useLayoutEffect(() => {
    if (!open || !target.current || !popup.current) return;
    const wanted = target.current.getBoundingClientRect().top;
    const highest = window.innerHeight - popup.current.offsetHeight - 8;
    setTop(Math.max(8, Math.min(wanted, highest)));
  }, [open]);

  // Opened by the pointer alone it has no focus, so that the key arrives elsewhere.
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const { activeElement } = document;
      if (activeElement && item.current?.contains(activeElement)) target.current?.focus();
      setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  const show = () => setOpen(true);
  return (
    <li
      ref={item}
      onPointerEnter={show}
      onPointerLeave={() => setOpen(false)}
      onFocus={show}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a')) setOpen(false);
      }}
    >
      <button
        ref={target}
        type="button"
        className={mergeClasses(menu.entry, styles.target, current && menu.current)}
        aria-label={group.title}
        aria-expanded={open}
        aria-controls={id}
        onClick={show}
      >
        <Icon name={group.icon} />
      </button>
      <div id={id} ref={popup} className={styles.popup} style={{ top }} hidden={!open}>
        <p className={styles.title}>{group.title}</p>
        <ul className={menu.list}>
          {group.entries.map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} icon />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
