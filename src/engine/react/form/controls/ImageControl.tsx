import { Button, makeStyles, mergeClasses, ProgressBar, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { isObject } from '../../../../contracts/json.ts';
import {
  Icon,
  LazyComponent,
  lazyComponent,
  moldeToken,
  PersonAvatar,
  pictureAddress,
  usePicture,
} from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useControls, type ControlProps } from '../context.ts';
import FileControl from './FileControl.tsx';
import type { FileLike } from './files.ts';
import { useFileEntry } from './useFileEntry.ts';
import { useFiles } from './useFiles.ts';

// The cropper's code is there once a picture is chosen.
const editor = lazyComponent(() => import('./CropEditor.tsx'));

const useStyles = makeStyles({
  // A hint follows the buttons.
  root: { display: 'flex', flexDirection: 'column', gap: '6px', paddingBottom: '4px' },
  box: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    width: '100%',
    height: '96px',
    padding: '8px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
    textAlign: 'center',
  },
  // As high as the cropper, so that nothing moves when it takes this place.
  person: { height: '240px' },
  over: { backgroundColor: tokens.colorBrandBackground2 },

  image: { display: 'block', maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' },
  hint: { display: 'block', marginTop: '2px', fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  remove: { color: moldeToken('errorForeground') },
  state: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  failed: { fontSize: tokens.fontSizeBase200, color: moldeToken('errorForeground') },
});

/** Address of a stored picture: the value itself, or its `address`. */
const addressOf = (value: unknown) => pictureAddress(isObject(value) ? value['address'] : value);

/** A picture that is chosen, dropped or pasted, shown in a box; pictures in a list are rows of files. */
export default function ImageControl(props: ControlProps) {
  const isList = Array.isArray(props.value) || props.field.schema['type'] === 'array';
  return isList ? <FileControl {...props} /> : <SingleImage {...props} />;
}

function SingleImage(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const { loaded } = useControls();
  // A file that only claims to be a picture is named; the server refuses it.
  const [broken, setBroken] = useState<string | null>(null);
  const [source, setSource] = useState<FileLike | null>(null);
  const [wasCut, setWasCut] = useState(false);
  const { field, label } = props;
  const { crop } = field.own;
  const { files, refusals, setRefusals, refusalOf, contentRefusalOf, add, remove, restore, retry } =
    useFiles(props);
  const take = async (given: readonly FileLike[]) => {
    const [first] = given;
    if (!crop || first === undefined) return add(given);
    const refusal = refusalOf(first) ?? (await contentRefusalOf(first));
    setRefusals(refusal === null ? [] : [refusal]);
    if (refusal !== null) return;
    setSource(first);
    setWasCut(false);
  };
  const { isLocked, over, pick, group, target } = useFileEntry(props, {
    multiple: false,
    add: (given) => void take(given),
  });
  const [file] = files;
  const isPending = file?.state === 'waiting' || file?.state === 'sending';
  if (source !== null && isPending && !wasCut) setWasCut(true);
  // The form was saved or reset.
  if (source !== null && wasCut && !isPending && file?.state !== 'failed') setSource(null);
  const kept = usePicture(file?.state === 'kept' ? addressOf(props.value) : null, 280);
  const address = file?.preview ?? kept;
  const name = crop?.person === undefined ? undefined : String(loaded()[crop.person] ?? '');
  const saved = loaded()[field.name] ?? null;
  const isChanged = crop !== undefined && (props.value ?? null) !== saved;
  const isCropped = source !== null && crop !== undefined;
  const dropped = isLocked ? '–' : t('form.files.dropImage');
  const shown =
    address === null || address === undefined || address === broken ? (
      <span>
        {name !== undefined && <PersonAvatar decorative name={name} size={208} />}
        {name === undefined && (file?.name ?? dropped)}
        {!file && props.placeholder && <span className={styles.hint}>{props.placeholder}</span>}
      </span>
    ) : name !== undefined ? (
      <PersonAvatar name={label} image={address} size={208} />
    ) : (
      <img className={styles.image} src={address} alt={label} onError={() => setBroken(address)} />
    );
  return (
    <div className={styles.root} {...group}>
      {isCropped && (
        <LazyComponent source={editor} onFailed={() => setSource(null)}>
          {(CropEditor) => (
            <CropEditor
              file={source}
              crop={crop}
              label={label}
              name={name}
              result={file?.state === 'waiting' ? file.preview : undefined}
              onCropped={(part: FileLike) => add([part])}
              onUnreadable={() => {
                setSource(null);
                setRefusals([t('form.files.unreadable', { name: source.name })]);
              }}
            />
          )}
        </LazyComponent>
      )}
      {!isCropped && (
        <div
          className={mergeClasses(styles.box, name !== undefined && styles.person, over && styles.over)}
          {...target}
        >
          {shown}
        </div>
      )}
      {file?.state === 'sending' && <ProgressBar aria-label={t('form.files.sending', { name: file.name })} />}
      {file?.state === 'waiting' && <div className={styles.state}>{t('form.files.waiting')}</div>}
      {file?.state === 'failed' && (
        <div className={styles.failed} role="alert">
          {t('form.files.failed', { message: file.message })}
        </div>
      )}
      {refusals.length > 0 && (
        <div role="alert" className={styles.failed}>
          {refusals.join(' ')}
        </div>
      )}
      <div className={styles.buttons}>
        <Button
          id={props.id}
          size={crop ? 'medium' : 'small'}
          icon={<Icon name="image" />}
          disabled={isLocked}
          aria-label={t(file ? 'form.files.replaceImage' : 'form.files.chooseImage', { field: label })}
          aria-describedby={props.describedBy}
          onClick={() => void pick()}
        >
          {t(file ? 'form.files.replace' : 'form.files.choose')}
        </Button>
        {file?.state === 'failed' && (
          <Button
            size="small"
            appearance="subtle"
            icon={<Icon name="arrow-clockwise" />}
            aria-label={t('form.files.retry', { name: file.name })}
            onClick={() => retry(file.key)}
          />
        )}
        {file && !isLocked && (
          <Button
            className={styles.remove}
            size={crop ? 'medium' : 'small'}
            appearance="subtle"
            aria-label={t('form.files.removeImage', { field: label })}
            onClick={() => {
              setSource(null);
              remove(file.key);
            }}
          >
            {t('form.files.removeShort')}
          </Button>
        )}
        {isChanged && !isLocked && (
          <Button
            size="medium"
            appearance="subtle"
            icon={<Icon name="arrow-undo" />}
            aria-label={t('form.files.undoImage', { field: label })}
            onClick={() => {
              setSource(null);
              restore();
            }}
          >
            {t('form.files.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
