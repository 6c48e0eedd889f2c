import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon, moldeToken, noteId } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';

/** Looks that objects, lists and tables share. */
export const useStructuredStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '24px' },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  closed: { paddingBottom: '12px' },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '4px 0 12px' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const useStyles = makeStyles({
  note: {
    display: 'flex',
    gap: '4px',
    paddingBottom: '8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  error: { color: moldeToken('errorForeground') },
  icon: { flexShrink: 0 },
});

/** The error, or else the hint, of an object or a list as a whole. */
export function StructuredNote({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: string | undefined;
  error: string | undefined;
}) {
  const styles = useStyles();
  if (error === undefined && hint === undefined) return null;
  return (
    <div id={noteId(id)} className={mergeClasses(styles.note, error !== undefined && styles.error)}>
      {error !== undefined && <Icon name="error-circle" size={16} className={styles.icon} />}
      <span>{error ?? hint}</span>
    </div>
  );
}

/** In place of an absent value: a button that opens it. */
export function ClosedValue({
  id,
  label,
  disabled,
  error,
  onOpen,
}: {
  id: string;
  label: string;
  disabled: boolean | undefined;
  error: string | undefined;
  onOpen(): void;
}) {
  const shared = useStructuredStyles();
  const t = useText();
  return (
    <div className={shared.closed}>
      <Button id={id} icon={<Icon name="add" />} disabled={disabled} onClick={onOpen}>
        {t('structured.addOne', { field: label })}
      </Button>
      <StructuredNote id={id} error={error} />
    </div>
  );
}
