import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    flexShrink: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  stacked: { gridTemplateColumns: '1fr', paddingBlock: '4px' },
  sideStacked: { padding: '2px 12px', whiteSpace: 'normal' },
  side: {
    padding: '6px 12px',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  sign: { fontFamily: tokens.fontFamilyMonospace, marginInlineEnd: '6px' },
  count: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    margin: 0,
    padding: '4px 12px',
    minHeight: '20px',
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Names of the two sides of a comparison, with the signs of their lines. Readable when the sides are stacked, too. */
export function Sides({ names, stacked }: { names: readonly [string, string]; stacked: boolean }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.sides, stacked && styles.stacked)} aria-hidden="true">
      {names.map((name, at) => (
        <span
          key={at === 0 ? 'original' : 'text'}
          className={mergeClasses(styles.side, stacked && styles.sideStacked)}
          title={name}
        >
          <span className={styles.sign}>{at === 0 ? '−' : '+'}</span>
          {name}
        </span>
      ))}
    </div>
  );
}

/** Text with the number of differences; null while the comparison is computed. */
export function DifferenceCount({ count }: { count: number | null }) {
  const styles = useStyles();
  const t = useText();
  return (
    <p role="status" className={styles.count}>
      {count === null ? (
        t('codeEditor.comparing')
      ) : (
        <>
          <Icon name={count === 0 ? 'checkmark-circle' : 'document-text'} size={16} />
          {count === 0 ? t('codeEditor.same') : t('codeEditor.differences', { count })}
        </>
      )}
    </p>
  );
}
