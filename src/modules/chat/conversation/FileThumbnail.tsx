import { makeStyles, tokens } from '@fluentui/react-components';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { MusicNote220Regular } from '@fluentui/react-icons/svg/music-note';
import { Video20Regular } from '@fluentui/react-icons/svg/video';
import { useState } from 'react';
import type { PickedFile } from '../../../engine/core/index.ts';
import { useFileAddress } from './useFileAddress.ts';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
  },
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
});

const icons = { video: Video20Regular, audio: MusicNote220Regular };

/** A small picture of a file, a video by its first frame; an icon for what has none, or none that the browser can read. */
export function FileThumbnail({ file }: { file: PickedFile }) {
  const styles = useStyles();
  const kind = file.type.split('/')[0]!;
  const isShown = kind === 'image' || kind === 'video';
  const address = useFileAddress(isShown ? file : null);
  const [isUnreadable, setUnreadable] = useState(false);
  const onError = (): void => setUnreadable(true);
  const Glyph = icons[kind as keyof typeof icons] ?? Document20Regular;
  return (
    <div className={styles.box} aria-hidden>
      {address === null || isUnreadable ? (
        <Glyph />
      ) : kind === 'image' ? (
        <img className={styles.picture} src={address} alt="" onError={onError} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a still picture
        <video className={styles.picture} src={address} preload="metadata" muted onError={onError} />
      )}
    </div>
  );
}
