import { makeStyles, tokens } from '@fluentui/react-components';
import { Icon } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { diagnosticText } from '../../screen/notices.tsx';

export interface Unsupported {
  pointer: string;
  code: string;
  values: Record<string, string | number>;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: '8px',
    padding: '8px 12px',
    marginBottom: '12px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace },
});

/** In place of a part whose schema is not supported: where, and why. */
export function UnsupportedNotice({ label, note }: { label: string; note: Unsupported }) {
  const styles = useStyles();
  const t = useText();
  return (
    <div className={styles.root} role="note">
      <Icon name="info" className={styles.icon} />
      <div>
        <strong>{t('structured.unsupported', { field: label })}</strong>
        <div>{diagnosticText(t, { ...note, severity: 'error' })}</div>
        <div className={styles.code}>{`schema${note.pointer}`}</div>
      </div>
    </div>
  );
}
