import {
  Button,
  Checkbox,
  Input,
  makeStyles,
  mergeClasses,
  Switch,
  tokens,
} from '@fluentui/react-components';
import { useText } from '../../src/engine/react/index.ts';
import { moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'flex', height: '100%', backgroundColor: tokens.colorNeutralBackground2 },
  menu: {
    width: '26%',
    minWidth: '88px',
    boxSizing: 'border-box',
    padding: '12px 8px',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    backgroundColor: moldeToken('menuBackground'),
    color: moldeToken('menuForegroundMuted'),
    fontSize: tokens.fontSizeBase200,
  },
  entry: { padding: '4px 8px', borderRadius: tokens.borderRadiusMedium, borderLeft: '3px solid transparent' },
  selected: {
    backgroundColor: moldeToken('menuSelected'),
    color: moldeToken('menuForeground'),
    fontWeight: tokens.fontWeightSemibold,
    borderLeftColor: moldeToken('menuIndicator'),
  },
  page: {
    flexGrow: 1,
    minWidth: 0,
    padding: '10px 12px',
    display: 'grid',
    gap: '8px',
    alignContent: 'start',
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  title: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  table: {
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${moldeToken('cardStroke')}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'clip',
    fontSize: tokens.fontSizeBase200,
  },
  row: { display: 'flex', justifyContent: 'space-between', padding: '4px 10px' },
  chosen: { backgroundColor: tokens.colorBrandBackground2, fontWeight: tokens.fontWeightSemibold },
  link: { color: tokens.colorBrandForegroundLink },
  controls: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
});

/** A page with menu, heading, table and controls. */
export function PageSample() {
  const styles = useStyles();
  const t = useText();
  return (
    <div className={styles.root}>
      <div className={styles.menu}>
        <span className={styles.entry}>{t('form.themePreview.menuFirst')}</span>
        <span className={mergeClasses(styles.entry, styles.selected)}>
          {t('form.themePreview.menuSelected')}
        </span>
        <span className={styles.entry}>{t('form.themePreview.menuLast')}</span>
      </div>
      <div className={styles.page}>
        <div className={styles.head}>
          <span className={styles.title}>{t('form.themePreview.menuSelected')}</span>
          <Button size="small" appearance="primary">
            {t('form.themePreview.button')}
          </Button>
        </div>
        <div className={styles.table}>
          <div className={mergeClasses(styles.row, styles.chosen)}>
            <span>{t('form.themePreview.rowFirst')}</span>
            <span>62%</span>
          </div>
          <div className={styles.row}>
            <span className={styles.link}>{t('form.themePreview.rowLast')}</span>
            <span>38%</span>
          </div>
        </div>
        <div className={styles.controls}>
          <Checkbox size="medium" checked label={t('form.themePreview.check')} />
          <Switch checked />
        </div>
        <Input size="small" placeholder={t('form.themePreview.search')} />
      </div>
    </div>
  );
}
