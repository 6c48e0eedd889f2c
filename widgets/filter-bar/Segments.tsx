import { makeStyles, tokens } from '@fluentui/react-components';
import type { Json } from '../../src/contracts/json.ts';

const useStyles = makeStyles({
  group: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  label: { padding: 0, paddingBottom: '4px', overflowWrap: 'anywhere' },
  row: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  segment: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: '44px',
    padding: '2px 8px',
    overflowWrap: 'anywhere',
    textAlign: 'center',
    cursor: 'pointer',
    ':not(:first-child)': { borderLeft: `1px solid ${tokens.colorNeutralStroke1}` },
    ':has(:checked)': {
      backgroundColor: tokens.colorBrandBackground2,
      color: tokens.colorBrandForeground2,
      fontWeight: tokens.fontWeightSemibold,
    },
    ':has(:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  // Covers its segment, so that a press anywhere on it selects.
  input: { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
});

/** Up to three options side by side, for thumbs. */
export function Segments({
  name,
  label,
  options,
  value,
  onChange,
}: {
  name: string;
  label: string;
  options: readonly { value: Json; label: string }[];
  value: string;
  onChange(value: string): void;
}) {
  const styles = useStyles();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={String(option.value)} className={styles.segment}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={String(option.value)}
              checked={String(option.value) === value}
              onChange={() => onChange(String(option.value))}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
