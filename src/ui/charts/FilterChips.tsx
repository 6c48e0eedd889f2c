import { makeStyles, tokens } from '@fluentui/react-components';
import { Icon } from '../marks/Icon.tsx';

export interface FilterChip {
  id: string;
  /** Filter, with its name: "Month: March 2026". */
  text: string;
  /** Effect of a press, for assistive tools: "Remove the filter Month: March 2026". */
  label: string;
  remove(): void;
}

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'flex', minWidth: 0, maxWidth: '100%' },
  chip: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    boxSizing: 'border-box',
    minWidth: 0,
    maxWidth: '100%',
    minHeight: '24px',
    padding: '2px 6px 2px 10px',
    border: 'none',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorBrandBackground2Hover,
      color: tokens.colorBrandForeground2Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '@media (pointer: coarse)': { minHeight: '32px' },
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** Filters, each with a press that takes it away. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.root}>
      {chips.map(({ id, text, label, remove }) => (
        <li key={id} className={styles.item}>
          <button type="button" className={styles.chip} aria-label={label} title={text} onClick={remove}>
            <span className={styles.text}>{text}</span>
            <Icon name="dismiss" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
