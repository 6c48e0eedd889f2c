import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';
import { useNavigate } from 'react-router-dom';
import { AppLink } from './AppLink.tsx';
import { Icon } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import type { Crumb } from '../shell-context.ts';

const useStyles = makeStyles({
  nav: { minWidth: 0, overflow: 'hidden' },
  list: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    margin: 0,
    padding: '2px',
    listStyleType: 'none',
  },
  item: { display: 'flex', alignItems: 'center', minWidth: 0, color: tokens.colorNeutralForeground3 },
  text: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'none' },
  },
  link: { ':hover': { color: tokens.colorNeutralForeground1 } },
  button: { padding: 0, border: 'none', background: 'none', font: 'inherit', cursor: 'pointer' },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  separator: { display: 'flex', color: tokens.colorNeutralForeground4 },
  // A phone shows only the parent, because the page's title follows right below.
  wideOnly: { '@media (max-width: 767.98px)': { display: 'none' } },
});

/** Inserts 'Atividades', a step back, before an item named 'Tarefas' (specification 1, section 2). */
export function addActivitiesCrumb(crumbs: readonly Crumb[], tasks: string, activities: string): Crumb[] {
  return crumbs.flatMap((crumb) =>
    crumb.name === tasks ? [{ name: activities, back: true }, crumb] : [crumb],
  );
}

/** The path to the current page. Items with an address are links. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const styles = useStyles();
  const { t } = useI18n();
  const navigate = useNavigate();
  const visible = addActivitiesCrumb(crumbs, t('shell.tasksCrumb'), t('shell.activitiesCrumb'));
  if (visible.length === 0) return null;
  const last = visible.length - 1;
  const onPhone = Math.max(0, last - 1);
  return (
    <nav aria-label={t('shell.breadcrumb')} className={styles.nav}>
      <ol className={styles.list}>
        {visible.map((crumb, at) => (
          <Fragment key={`${at} ${crumb.name}`}>
            <li className={mergeClasses(styles.item, at !== onPhone && styles.wideOnly)}>
              {crumb.back ? (
                <button
                  type="button"
                  className={mergeClasses(styles.text, styles.link, styles.button)}
                  onClick={() => void navigate(-1)}
                >
                  {crumb.name}
                </button>
              ) : crumb.to !== undefined && at !== last ? (
                <AppLink className={mergeClasses(styles.text, styles.link)} to={crumb.to} title={crumb.name}>
                  {crumb.name}
                </AppLink>
              ) : (
                <span
                  className={mergeClasses(styles.text, at === last && styles.current)}
                  aria-current={at === last ? 'page' : undefined}
                  title={crumb.name}
                >
                  {crumb.name}
                </span>
              )}
            </li>
            {at !== last && (
              <li aria-hidden="true" className={mergeClasses(styles.separator, styles.wideOnly)}>
                <Icon name="chevron-right" size={12} />
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
