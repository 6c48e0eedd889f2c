import { Overflow, OverflowItem, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';
import type { BreadcrumbProps } from '../../src/engine/core/index.ts';
import { useLinkTo, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, OverflowButton } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  nav: { minWidth: 0 },
  list: {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    margin: '0 -4px',
    // Room for the focus ring, which the overflow would cut off.
    padding: '2px',
    listStyleType: 'none',
  },
  item: { display: 'flex', alignItems: 'center', flexShrink: 0, maxWidth: '100%' },
  // The last item is shortened rather than moved to the overflow menu.
  last: { flexShrink: 1, minWidth: 0 },
  text: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    padding: '4px 2px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    '@media (pointer: coarse)': { padding: '12px 4px' },
  },
  link: {
    ':hover': { color: tokens.colorNeutralForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
  },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  separator: { display: 'flex', margin: '0 4px', color: tokens.colorNeutralForeground3 },
});

/** Links to the levels above the current page. */
export default function Breadcrumb({ id, props }: WidgetProps<BreadcrumbProps>) {
  const styles = useStyles();
  const t = useText();
  const linkTo = useLinkTo();
  const { items } = props;
  const last = items.length - 1;
  if (last < 0) return null;
  const links = items.map((item, index) => (index === last ? null : linkTo(item.link)));
  const separator = (
    <span className={styles.separator} aria-hidden="true">
      <Icon name="chevron-right" size={12} />
    </span>
  );
  return (
    <nav id={id} className={styles.nav} aria-label={props.label || t('widgets.breadcrumb.label')}>
      <Overflow minimumVisible={1} padding={4}>
        <ol className={styles.list}>
          {items.map(({ name }, index) => (
            <Fragment key={index}>
              <OverflowItem
                id={String(index)}
                // The last item overflows last, then the first; of the others the later ones stay longer.
                priority={index === last ? last + 2 : index === 0 ? last + 1 : index}
              >
                <li className={mergeClasses(styles.item, index === last && styles.last)}>
                  {links[index] ? (
                    <a className={mergeClasses(styles.text, styles.link)} {...links[index]}>
                      {name}
                    </a>
                  ) : (
                    <span
                      className={mergeClasses(styles.text, index === last && styles.current)}
                      {...(index === last ? { 'aria-current': 'page' as const, title: name } : {})}
                    >
                      {name}
                    </span>
                  )}
                  {index < last && separator}
                </li>
              </OverflowItem>
              {index === 0 && (
                <li className={styles.item}>
                  <OverflowButton
                    entries={items.map((item, at) => ({ id: String(at), text: item.name, link: links[at] }))}
                    label={(count) => t('widgets.breadcrumb.more', { count })}
                  />
                </li>
              )}
            </Fragment>
          ))}
        </ol>
      </Overflow>
    </nav>
  );
}
