import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'flex-start', gap: '8px', minHeight: '28px' },
  titles: { flexGrow: 1, minWidth: 0, paddingTop: '4px', overflowWrap: 'anywhere' },
  title: {
    display: 'inline',
    margin: '0 6px 0 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  subtitle: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  buttons: {
    display: 'flex',
    gap: '2px',
    margin: '-2px calc(var(--tile-tools, 0px) - 6px) 0 0',
    // As high as a finger, in one line with the tools of the tile.
    '@media (pointer: coarse)': { marginTop: '-13px' },
    '@media print': { display: 'none' },
  },
});

/** Title of a figure, words beside it, and at the end what is done with it. */
export function FigureHead({
  id,
  title,
  subtitle,
  children,
}: {
  /** Id of the title. */
  id: string;
  title: string | undefined;
  subtitle: string | undefined;
  children?: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        {title && (
          <h3 id={id} className={styles.title}>
            {title}
          </h3>
        )}
        {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </div>
      {children && <div className={styles.buttons}>{children}</div>}
    </div>
  );
}
