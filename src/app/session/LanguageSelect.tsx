import { makeStyles } from '@fluentui/react-components';
import { Globe20Regular } from '@fluentui/react-icons/svg/globe';
import { languages, toLanguage } from '../../contracts/language.ts';
import { Choice, moldeToken } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    padding: '0 8px 0 12px',
    borderRadius: moldeToken('borderRadiusMedium'),
    color: 'inherit',
    fontSize: moldeToken('fontSizeBase300'),
    ':hover': { backgroundColor: moldeToken('colorSubtleBackgroundHover') },
  },
  choice: {
    width: 'auto',
    height: '28px',
    paddingInlineStart: '4px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    ':focus': { boxShadow: 'none' },
    '@media (pointer: coarse)': { height: '44px' },
    ':focus-visible': {
      outline: `2px solid ${moldeToken('colorStrokeFocus2')}`,
    },
  },
});

/** The language list of the sign-in page. */
export function LanguageSelect() {
  const styles = useStyles();
  const i18n = useI18n();
  return (
    <span className={styles.root}>
      <Globe20Regular aria-hidden />
      <Choice
        className={styles.choice}
        aria-label={i18n.t('shell.language')}
        value={i18n.language()}
        options={languages.map((language) => ({
          value: language,
          label: i18n.t(`languages.${language}`),
          lang: language,
        }))}
        onChange={(language) => void i18n.setLanguage(toLanguage(language))}
      />
    </span>
  );
}
