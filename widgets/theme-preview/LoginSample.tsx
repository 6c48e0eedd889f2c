import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { moldeToken, textOn, usePicture } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  centred: { backgroundColor: tokens.colorNeutralBackground3 },
  arches: {
    backgroundImage: `radial-gradient(circle at 10% 100%, color-mix(in srgb, ${moldeToken('tenantAction')} 22%, transparent) 0 20%, transparent 20.5%), radial-gradient(circle at 92% 100%, color-mix(in srgb, ${moldeToken('tenantSecondary')} 22%, transparent) 0 14%, transparent 14.5%)`,
  },
  picture: { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  cover: {
    position: 'relative',
    width: '58%',
    flexShrink: 0,
    boxSizing: 'border-box',
    padding: '14px',
    display: 'flex',
    alignItems: 'flex-end',
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForeground'),
  },
  coverArches: {
    backgroundImage: `radial-gradient(circle at 25% 70%, ${moldeToken('tenantAction')} 0 22%, transparent 22.5%), radial-gradient(circle at 85% 95%, ${moldeToken('tenantSecondary')} 0 24%, transparent 24.5%)`,
  },
  coverText: {
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
    textShadow: `0 0 6px ${moldeToken('menuBackground')}`,
    maxHeight: '100%',
    overflow: 'clip',
  },
  // Over a picture of unknown brightness the text has its own background, as on the page itself.
  onPicture: {
    position: 'relative',
    padding: '6px 10px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForeground'),
    textShadow: 'none',
  },
  logo: {
    display: 'block',
    alignSelf: 'flex-start',
    maxWidth: '100%',
    height: '20px',
    objectFit: 'contain',
    objectPosition: 'left',
  },
  main: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    justifyContent: 'center',
    gap: '8px',
    padding: '14px',
  },
  card: {
    position: 'relative',
    boxSizing: 'border-box',
    maxWidth: '190px',
    margin: 'auto',
    flexGrow: 0,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
  },
  title: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
});

/** The sign-in page: 1 a card, 2 a cover beside the fields. */
export function LoginSample({
  layout,
  background,
  text: written,
  logo,
  cover,
}: {
  layout: 1 | 2;
  /** Empty: the default. */
  background: string;
  text: string | undefined;
  /** Addresses of pictures. */
  logo: string | undefined;
  cover: string | undefined;
}) {
  const styles = useStyles();
  const t = useText();
  const ground = background === '' ? {} : { backgroundColor: background };
  const split = layout === 2;
  const [brand, picture] = [usePicture(logo, 190), usePicture(cover, 480)];
  const filled = picture !== null && <img className={styles.picture} src={picture} alt="" />;
  return (
    <div
      className={mergeClasses(
        styles.root,
        !split && styles.centred,
        !split && picture === null && styles.arches,
      )}
      style={split ? {} : ground}
    >
      {split && (
        <div
          className={mergeClasses(styles.cover, picture === null && styles.coverArches)}
          style={background === '' ? {} : { ...ground, color: textOn(background) }}
        >
          {filled}
          <span className={mergeClasses(styles.coverText, picture !== null && styles.onPicture)}>
            {written || t('form.themePreview.cover')}
          </span>
        </div>
      )}
      {!split && filled}
      <div className={mergeClasses(styles.main, !split && styles.card)}>
        {brand !== null && <img className={styles.logo} src={brand} alt="" />}
        <span className={styles.title}>{t('form.themePreview.welcome')}</span>
        <Input size="small" placeholder={t('form.themePreview.user')} />
        <Input size="small" placeholder={t('form.themePreview.password')} />
        <Button size="small" appearance="primary">
          {t('form.themePreview.enter')}
        </Button>
      </div>
    </div>
  );
}
