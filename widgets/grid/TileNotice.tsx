import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    minWidth: 0,
    padding: '16px',
    overflow: 'auto',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    // In the middle, and from the top where the tile is too low for it.
    '& > :last-child': { marginBlock: 'auto', padding: '4px 0' },
  },
  // The icon of a notice gives its room to the words, and the words after its title to its button.
  low: {
    padding: '12px 16px',
    '& > :last-child > :first-child:not(:only-child)': { display: 'none' },
    '& > :last-child:has(button) > p + p': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& > :last-child > div': { marginTop: '4px' },
  },
  title: {
    margin: '0 0 8px',
    // The menu of the tile, where it is always in sight.
    paddingInlineEnd: 'var(--tile-tools, 0px)',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
});

/** Notice in place of a tile's widget, under the widget's title and as large as the widget would be. */
export function TileNotice({
  title,
  isLow,
  children,
}: {
  title: string;
  isLow: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, isLow && styles.low)}>
      {title !== '' && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  );
}
