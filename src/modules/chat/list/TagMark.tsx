import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ChatTag } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: '5px',
    flexShrink: 0,
    maxWidth: '100%',
    minWidth: 0,
    boxSizing: 'border-box',
    height: '24px',
    padding: '0 8px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
  },
  small: { height: '18px', padding: '0 6px', maxWidth: '92px' },
  // The colour alone says nothing: the title stands beside it, and the ring parts it from its ground.
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    boxShadow: `0 0 0 1px ${tokens.colorNeutralStroke1}`,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  more: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** A tag of a chat. @param children stands behind its title */
export function TagMark({
  tag: { title, color },
  size = 'normal',
  children,
}: {
  tag: Pick<ChatTag, 'title' | 'color'>;
  size?: 'normal' | 'small';
  children?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.mark, size === 'small' && styles.small)} title={title}>
      <span className={styles.dot} style={{ backgroundColor: color }} />
      <span className={styles.title}>{title}</span>
      {children}
    </span>
  );
}

/** The first tag of a chat, and how many more it has: a row of the list has room for one. */
export function TagMarks({ tags: [first, ...others] }: { tags: readonly ChatTag[] }) {
  const styles = useStyles();
  const t = useText();
  if (!first) return null;
  return (
    <>
      <TagMark tag={first} size="small" />
      {others.length > 0 && (
        <span
          className={styles.more}
          title={others.map(({ title }) => title).join(', ')}
          aria-label={t('chat.tags.more', { count: others.length })}
        >
          +{others.length}
        </span>
      )}
    </>
  );
}
