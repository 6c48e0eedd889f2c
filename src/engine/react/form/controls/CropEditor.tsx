import { Button, makeStyles, Slider, tokens } from '@fluentui/react-components';
import { ZoomIn20Regular } from '@fluentui/react-icons/svg/zoom-in';
import { ZoomOut20Regular } from '@fluentui/react-icons/svg/zoom-out';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { PersonAvatar } from '../../../../ui/index.ts';
import type { ImageCrop } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { centred, cutOut, mostZoom, zoomed, zoomOf } from './crop.ts';
import type { FileLike } from './files.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  stage: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: '240px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground6,
    // The picture inherits its greatest height from here, whatever a class of its own says.
    '& .ReactCrop': { maxHeight: '240px' },
    '& .ReactCrop__crop-selection:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '2px',
    },
  },
  image: { display: 'block', maxWidth: '100%' },
  zoom: { display: 'flex', alignItems: 'center', gap: '4px' },
  slider: { flexGrow: 1, minWidth: 0 },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  sizes: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  // Reserved for the largest, which is there a moment later.
  avatars: { display: 'flex', alignItems: 'center', gap: '10px', minHeight: '72px' },
});

/** Sizes in which avatars are shown (LOOK, section 4). */
const sizes = [72, 40, 28, 20] as const;
/** Share of the zoom by one press of + or −. */
const step = 1.1;

/** Lets the person choose the part of a picture that is kept: by drag, touch, slider and keys. */
export default function CropEditor({
  file,
  crop,
  label,
  name,
  result,
  onCropped,
  onUnreadable,
}: {
  file: FileLike;
  crop: ImageCrop;
  label: string;
  /** Whose avatars show the part. */
  name: string | undefined;
  /** Address of the part as it was cut out last. */
  result: string | undefined;
  onCropped(part: FileLike): Promise<void>;
  onUnreadable(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [area, setArea] = useState<PercentCrop | null>(null);
  const source = useFileSource(file);
  const { model } = useForm();
  const cutLatest = useLatest(
    ([picture, part]: readonly [HTMLImageElement, PercentCrop]) => cutOut(picture, part, crop, file.name),
    async (found) => {
      if (found) await onCropped(found);
      else onUnreadable();
    },
  );
  const cut = (picture: HTMLImageElement, part: PercentCrop) =>
    model.pendingFiles.expect(cutLatest([picture, part]));
  const aspect = crop.aspect ?? 1;
  const show = (picture: HTMLImageElement, next: PercentCrop) => {
    setArea(next);
    cut(picture, next);
  };
  const most = image ? mostZoom(image, aspect) : 1;
  const zoom = area && image ? zoomOf(area, image, aspect) : 1;
  const zoomTo = (value: number) => {
    if (area && image) show(image, zoomed(area, image, aspect, value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== '+' && event.key !== '=' && event.key !== '-') return;
    event.preventDefault();
    zoomTo(event.key === '-' ? zoom / step : zoom * step);
  };
  return (
    <div className={styles.root}>
      {/* The keys belong to the crop area inside, which has the focus. */}
      <div className={styles.stage} onKeyDown={onKeyDown} role="presentation">
        <ReactCrop
          {...(area && { crop: area })}
          aspect={aspect}
          circularCrop={crop.circle === true}
          ruleOfThirds
          keepSelection
          locked
          ariaLabels={{
            ...ReactCrop.defaultProps.ariaLabels,
            cropArea: t('form.files.cropArea', { field: label }),
          }}
          onChange={(_, part) => {
            if (image) show(image, part);
          }}
        >
          <img
            ref={source}
            className={styles.image}
            alt=""
            onLoad={({ currentTarget }) => {
              setImage(currentTarget);
              show(currentTarget, centred(currentTarget, aspect));
            }}
            onError={onUnreadable}
          />
        </ReactCrop>
      </div>
      <div className={styles.zoom}>
        <Button
          size="small"
          appearance="subtle"
          icon={<ZoomOut20Regular />}
          aria-label={t('form.files.zoomOut')}
          disabled={area === null || zoom <= 1}
          onClick={() => zoomTo(zoom / step)}
        />
        <Slider
          className={styles.slider}
          min={0}
          max={100}
          value={most <= 1 ? 0 : Math.round((Math.log(zoom) / Math.log(most)) * 100)}
          disabled={area === null || most <= 1}
          aria-label={t('form.files.zoom')}
          aria-valuetext={`${Math.round(zoom * 100)} %`}
          onChange={(_, { value }) => zoomTo(most ** (value / 100))}
        />
        <Button
          size="small"
          appearance="subtle"
          icon={<ZoomIn20Regular />}
          aria-label={t('form.files.zoomIn')}
          disabled={area === null || zoom >= most}
          onClick={() => zoomTo(zoom * step)}
        />
      </div>
      {name !== undefined && (
        <div className={styles.sizes}>
          <p className={styles.note}>{t('form.files.appears')}</p>
          <div className={styles.avatars}>
            {sizes.map((size) => (
              <PersonAvatar key={size} decorative name={name} image={result ?? null} size={size} />
            ))}
          </div>
        </div>
      )}
      <p className={styles.note}>{t('form.files.cropHint')}</p>
    </div>
  );
}

/** A ref that shows a file in an `img`, from this page's memory. */
function useFileSource(file: FileLike) {
  return useCallback(
    (element: HTMLImageElement) => {
      if (!(file instanceof Blob)) return undefined;
      const address = URL.createObjectURL(file);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
}

/**
 * Runs work one at a time, and gives each result to `use` while the component is there. Of the calls in between only the last
 * is made.
 * @returns a call that resolves when no work is left.
 */
function useLatest<T, R>(
  work: (input: T) => Promise<R>,
  use: (result: R) => Promise<void>,
): (input: T) => Promise<void> {
  const calls = useRef({ work, use });
  const state = useRef<{ running: Promise<void> | null; next: { input: T } | null; gone: boolean }>({
    running: null,
    next: null,
    gone: false,
  });
  useEffect(() => {
    calls.current = { work, use };
  });
  useEffect(() => {
    const own = state.current;
    own.gone = false;
    return () => {
      own.gone = true;
    };
  }, []);
  const run = async () => {
    const own = state.current;
    while (own.next && !own.gone) {
      const { input } = own.next;
      own.next = null;
      const result = await calls.current.work(input);
      if (!own.gone) await calls.current.use(result);
    }
  };
  return (input) => {
    state.current.next = { input };
    return (state.current.running ??= run().finally(() => {
      state.current.running = null;
    }));
  };
}
