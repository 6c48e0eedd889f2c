import { Button, makeStyles, mergeClasses, ProgressBar, tokens } from '@fluentui/react-components';
import { Icon, moldeToken } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { useFileEntry } from './useFileEntry.ts';
import { useFiles, type ShownFile } from './useFiles.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '6px' },
  drop: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '6px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
  },
  over: { backgroundColor: tokens.colorBrandBackground2 },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: '4px' },
  file: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, minHeight: '32px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  image: {
    width: '48px',
    height: '48px',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  state: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  failed: { fontSize: tokens.fontSizeBase200, color: moldeToken('errorForeground') },
});

/** Files that are picked, dropped or pasted; each can be sent again or removed. */
export default function FileControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const { files, refusals, isList, add, remove, retry } = useFiles(props);
  const { isLocked, over, pick, group, target } = useFileEntry(props, { multiple: isList, add });
  return (
    <div className={styles.root} {...group}>
      <div className={mergeClasses(styles.drop, over && styles.over)} {...target}>
        <Button
          id={props.id}
          icon={<Icon name="attach" />}
          disabled={isLocked}
          aria-describedby={props.describedBy}
          onClick={() => void pick()}
        >
          {t('form.files.choose')}
        </Button>
        <span>{t('form.files.drop')}</span>
      </div>
      {refusals.length > 0 && (
        <div role="alert" className={styles.failed}>
          {refusals.map((refusal) => (
            <div key={refusal}>{refusal}</div>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.list} aria-label={t('form.files.list', { field: props.label })}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} locked={isLocked} onRemove={remove} onRetry={retry} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FileRow({
  file,
  locked,
  onRemove,
  onRetry,
}: {
  file: ShownFile;
  locked: boolean;
  onRemove(key: string): void;
  onRetry(key: string): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { name } = file;
  return (
    <li className={styles.file}>
      {file.preview === undefined ? (
        <Icon name="document" />
      ) : (
        <img className={styles.image} src={file.preview} alt="" />
      )}
      <div className={styles.name}>
        {name}
        {file.state === 'sending' && <ProgressBar aria-label={t('form.files.sending', { name })} />}
        {file.state === 'waiting' && <div className={styles.state}>{t('form.files.waiting')}</div>}
        {file.state === 'failed' && (
          <div className={styles.failed} role="alert">
            {t('form.files.failed', { message: file.message })}
          </div>
        )}
      </div>
      {file.state === 'failed' && (
        <Button
          size="small"
          appearance="subtle"
          icon={<Icon name="arrow-clockwise" />}
          aria-label={t('form.files.retry', { name })}
          onClick={() => onRetry(file.key)}
        />
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<Icon name="delete" />}
        aria-label={t('form.files.remove', { name })}
        disabled={locked}
        onClick={() => onRemove(file.key)}
      />
    </li>
  );
}
