import { makeStyles } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { Globe20Regular } from '@fluentui/react-icons/svg/globe';
import { languages, toLanguage } from '../../contracts/language.ts';
import { moldeToken } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    color: 'inherit',
    borderRadius: moldeToken('borderRadiusMedium'),
    ':hover': { backgroundColor: moldeToken('colorSubtleBackgroundHover') },
    ':focus-within': { outline: `2px solid ${moldeToken('colorStrokeFocus2')}`, outlineOffset: '1px' },
  },
  select: {
    appearance: 'none',
    height: '40px',
    padding: '0 36px 0 40px',
    border: 'none',
    outline: 'none',
    background: 'none',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: moldeToken('fontSizeBase300'),
    cursor: 'pointer',
  },
  option: {
    color: moldeToken('colorNeutralForeground1'),
    backgroundColor: moldeToken('colorNeutralBackground1'),
  },
  globe: { position: 'absolute', left: '12px', pointerEvents: 'none' },
  chevron: { position: 'absolute', right: '12px', pointerEvents: 'none' },
});

/** The language list of the sign-in page: a native select, which loads no code before the first sign-in. */
export function LanguageSelect() {
  const styles = useStyles();
  const i18n = useI18n();
  return (
    <span className={styles.root}>
      <Globe20Regular className={styles.globe} />
      <select
        className={styles.select}
        aria-label={i18n.t('shell.language')}
        value={i18n.language()}
        onChange={(event) => void i18n.setLanguage(toLanguage(event.target.value))}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language} className={styles.option}>
            {i18n.t(`languages.${language}`)}
          </option>
        ))}
      </select>
      <ChevronDown16Regular className={styles.chevron} />
    </span>
  );
}
