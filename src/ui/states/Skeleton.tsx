import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { shellPatience } from './lazy-source.ts';

const useStyles = makeStyles({
  // The delay keeps a fast reply from flashing a placeholder (LOOK section 5: visible after 150 ms).
  group: {
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '100ms',
    animationDelay: '150ms',
    animationFillMode: 'both',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '1ms' },
  },
  item: {
    position: 'relative',
    display: 'block',
    overflow: 'hidden',
    maxWidth: '100%',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage: `linear-gradient(90deg, transparent, ${tokens.colorNeutralStencil2}, transparent)`,
      animationName: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(100%)' } },
      animationDuration: '1.5s',
      animationIterationCount: 'infinite',
    },
    '@media (prefers-reduced-motion: reduce)': { '::after': { display: 'none' } },
  },
  round: { borderRadius: tokens.borderRadiusCircular },
  late: { display: 'block', padding: '4px 0', color: tokens.colorNeutralForeground3 },
});

/**
 * The placeholder of loading content: announced once to screen readers, visible after 150 ms. Where nothing comes for long, it
 * shows what it waits for.
 */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const styles = useStyles();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), shellPatience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy="true" aria-label={label} className={mergeClasses(styles.group, className)}>
      {isLate && <span className={styles.late}>{label}</span>}
      {children}
    </div>
  );
}

/** One grey bar or disc of a placeholder. Sizes in pixels or CSS lengths. */
export function SkeletonItem({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) {
  const styles = useStyles();
  const style: CSSProperties = { width, height };
  return (
    <span aria-hidden="true" className={mergeClasses(styles.item, round && styles.round)} style={style} />
  );
}
