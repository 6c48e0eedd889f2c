/* oxlint-disable jsx-a11y/media-has-caption -- what customers say and send has no captions */
import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { Image20Regular } from '@fluentui/react-icons/svg/image';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ChatMessage, MessageMedia } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';

const ImageViewer = lazy(() =>
  import('../viewer/ImageViewer.tsx').then((module) => ({ default: module.ImageViewer })),
);
const VideoViewer = lazy(() =>
  import('../viewer/VideoViewer.tsx').then((module) => ({ default: module.VideoViewer })),
);
/** Time for which a preview says that it is loading (specification 2, section 9). Milliseconds. */
const previewTime = 1_000;
/** Time for which a signed address is used again; it is good for five minutes. Milliseconds. */
const signedFor = 240_000;

const useStyles = makeStyles({
  card: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '10px',
    minWidth: '220px',
    padding: '8px 10px',
    marginBottom: '4px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  texts: { flexGrow: 1, minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  picture: {
    display: 'block',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    cursor: 'zoom-in',
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  image: { display: 'block', maxWidth: '280px', maxHeight: '280px' },
  sticker: { display: 'block', width: '128px', height: '128px', objectFit: 'contain' },
  video: { display: 'block', maxWidth: '320px', maxHeight: '280px', borderRadius: tokens.borderRadiusLarge },
  audio: { display: 'block', width: '280px', maxWidth: '100%', height: '40px' },
  wait: {
    display: 'grid',
    placeItems: 'center',
    width: '200px',
    height: '120px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

const signed = new Map<string, { address: string; until: number }>();

/** Address of a file that elements can load, signed for this session; null until it is asked for and there. */
function useMediaAddress(id: number, isWanted: boolean): { address: string | null; failure: string | null } {
  const { host } = useHost();
  const key = `${host.user.id} ${id}`;
  const [found, setFound] = useState<{ key: string; address: string | null; failure: string | null }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const now = host.now().getTime();
    const known = signed.get(key);
    const load = async (): Promise<string> => {
      if (known && known.until > now) return known.address;
      const reply = await host.run({ method: 'get', address: `/adm/v2/sup/zap/msg-media/${id}/address` });
      const { address } = (reply as { data: { address: string } }).data;
      signed.set(key, { address, until: now + signedFor });
      return address;
    };
    load().then(
      (address) => isCurrent && setFound({ key, address, failure: null }),
      (failure: HostFailure) => isCurrent && setFound({ key, address: null, failure: failure.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [host, id, key, isWanted]);
  return found?.key === key ? found : { address: null, failure: null };
}

function sizeOf(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** The file of a message: loaded when it is clicked, a sound at once (specification 2, section 4). */
export function MediaContent({ message }: { message: ChatMessage }) {
  const styles = useStyles();
  const t = useText();
  const { media } = message;
  if (!media) return null;
  if (media.state === 'pending')
    return (
      <div className={styles.card}>
        <Spinner size="tiny" />
        <span className={styles.texts}>{t('chat.pendingMedia')}</span>
      </div>
    );
  if (media.state === 'failed') return <FailedMedia message={message} media={media} />;
  return <StoredMedia message={message} media={media} />;
}

function FailedMedia({ message, media }: { message: ChatMessage; media: MessageMedia }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const retry = (): void => {
    host
      .run({ method: 'post', address: `/adm/v2/sup/zap/message/${message.id}/retry`, body: {} })
      .catch((failure: HostFailure) => host.notify('error', failure.message));
  };
  return (
    <div className={styles.card}>
      <Document20Regular />
      <span className={styles.texts}>{t(`chat.media.${media.failure ?? 'unavailable'}`)}</span>
      <Button size="small" onClick={retry}>
        {t('chat.retry')}
      </Button>
    </div>
  );
}

function StoredMedia({ message, media }: { message: ChatMessage; media: MessageMedia }) {
  const styles = useStyles();
  const t = useText();
  const { host } = useHost();
  const { fileName } = message;
  const type = typeOf(message, media);
  const [isWanted, setWanted] = useState(type === 'audio' || type === 'sticker');
  const [isReady, setReady] = useState(type === 'audio' || type === 'sticker');
  const [isOpen, setOpen] = useState(false);
  const { address, failure } = useMediaAddress(message.id, isWanted);
  useEffect(
    () => (isWanted && !isReady ? host.after(previewTime, () => setReady(true)) : undefined),
    [isWanted, isReady, host],
  );
  const isPicture = /^image\/(jpeg|png|webp)$/.test(media.mime) && type !== 'document';
  const isVideo = media.mime.startsWith('video/') && type === 'video';
  const isSound = media.mime.startsWith('audio/');
  const Viewer = isVideo ? VideoViewer : ImageViewer;
  const download = (): void => {
    host
      .save(`/adm/v2/sup/zap/msg-media/${message.id}`, fileName ?? 'file')
      .catch((error: HostFailure) => host.notify('error', error.message));
  };
  if (type === 'document' || (!isPicture && !isVideo && !isSound)) {
    const kind = (
      /\.([A-Za-z0-9]{1,5})$/.exec(fileName ?? '')?.[1] ??
      media.mime.split('/')[1] ??
      ''
    ).toUpperCase();
    return (
      <div className={styles.card}>
        <Document20Regular />
        <div className={styles.texts}>
          <div className={styles.name}>{fileName}</div>
          <div className={styles.meta}>{[kind, sizeOf(media.bytes)].filter(Boolean).join(' · ')}</div>
        </div>
        <Button
          appearance="subtle"
          icon={<ArrowDownload20Regular />}
          aria-label={`${t('chat.download')} ${fileName ?? ''}`}
          onClick={download}
        />
      </div>
    );
  }
  if (failure !== null) return <div className={styles.card}>{failure}</div>;
  if (!isWanted)
    return (
      <div className={styles.card}>
        <Image20Regular />
        <span className={styles.texts}>
          {t(`chat.types.${type}`)} <span className={styles.meta}>{sizeOf(media.bytes)}</span>
        </span>
        <Button
          size="small"
          icon={<ArrowDownload20Regular />}
          aria-label={t('chat.loadMedia', { type: t(`chat.types.${type}`) })}
          onClick={() => setWanted(true)}
        />
      </div>
    );
  if (address === null || !isReady)
    return (
      <div className={styles.wait}>
        <Spinner size="tiny" label={t('chat.pendingMedia')} />
      </div>
    );
  if (isSound)
    return (
      <audio
        className={styles.audio}
        src={address}
        controls
        preload="metadata"
        aria-label={t('chat.types.audio')}
      />
    );
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`${t('chat.open')} ${fileName ?? t(`chat.types.${type}`)}`}
        onClick={() => setOpen(true)}
      >
        {isVideo ? (
          <video className={styles.video} src={address} preload="metadata" />
        ) : (
          <img
            className={type === 'sticker' ? styles.sticker : styles.image}
            src={address}
            alt=""
            width={media.width ?? undefined}
            height={media.height ?? undefined}
          />
        )}
      </button>
      {isOpen && (
        <Suspense>
          <Viewer
            source={address}
            name={fileName ?? t(`chat.types.${type}`)}
            onDownload={download}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Type that a file is shown as: the header of a template by its media type. */
function typeOf({ type }: ChatMessage, { mime }: MessageMedia): ChatMessage['type'] {
  if (type !== 'template') return type;
  if (mime.startsWith('image/')) return 'image';
  return mime.startsWith('video/') ? 'video' : 'document';
}
