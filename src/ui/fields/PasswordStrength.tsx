import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useDeferredValue } from 'react';
import { passwordStrength } from './password-strength.ts';
import { moldeToken, statusToken } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '16px' },
  bars: { display: 'flex', gap: '4px', flexGrow: 1 },
  bar: {
    flexGrow: 1,
    height: '4px',
    borderRadius: '2px',
    backgroundColor: moldeToken('colorNeutralBackground5'),
  },
  weak: { backgroundColor: moldeToken(statusToken('late', 'Foreground')) },
  fair: { backgroundColor: moldeToken(statusToken('validation', 'Foreground')) },
  good: { backgroundColor: moldeToken(statusToken('concluded', 'Foreground')) },
  text: {
    minWidth: '84px',
    textAlign: 'end',
    fontSize: moldeToken('fontSizeBase200'),
    lineHeight: moldeToken('lineHeightBase200'),
    color: moldeToken('colorNeutralForeground2'),
  },
});

export interface PasswordStrengthProps {
  password: string;
  /** Words that somebody would try first: names, the company. */
  words: readonly string[];
  label: string;
  /** Five words, from the weakest to the strongest. */
  levels: readonly string[];
}

/** How hard a new password is to guess, as bars and a word. */
export default function PasswordStrength({ password, words, label, levels }: PasswordStrengthProps) {
  const styles = useStyles();
  const typed = useDeferredValue(password);
  const strength = passwordStrength(typed, words);
  const colour = strength < 2 ? styles.weak : strength === 2 ? styles.fair : styles.good;
  return (
    <div className={styles.root}>
      <span className={styles.bars} aria-hidden="true">
        {[0, 1, 2, 3].map((at) => (
          <span key={at} className={mergeClasses(styles.bar, at < Math.max(1, strength) && colour)} />
        ))}
      </span>
      <span className={styles.text} role="status" aria-label={`${label}: ${levels[strength]}`}>
        {levels[strength]}
      </span>
    </div>
  );
}
