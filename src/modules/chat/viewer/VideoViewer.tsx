import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Unreadable } from './Unreadable.tsx';
import { Viewer, type ViewerProps } from './Viewer.tsx';

const useStyles = makeStyles({
  stage: { flexGrow: 1, minHeight: 0, display: 'grid', placeItems: 'center', padding: '16px' },
  video: { maxWidth: '100%', maxHeight: 'calc(100dvh - 84px)' },
});

/** A video over the whole window, which begins at once. */
export function VideoViewer({ source, ...viewer }: ViewerProps) {
  const styles = useStyles();
  const [isUnreadable, setUnreadable] = useState(false);
  return (
    <Viewer {...viewer}>
      {isUnreadable ? (
        <Unreadable />
      ) : (
        <div className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- customers send videos without captions */}
          <video
            className={styles.video}
            src={source}
            aria-label={viewer.name}
            controls
            autoPlay
            playsInline
            onError={() => setUnreadable(true)}
          />
        </div>
      )}
    </Viewer>
  );
}
