import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { pictureUrl } from '../../src/contracts/url.ts';
import type { ImageProps } from '../../src/engine/core/index.ts';
import { Picture } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { margin: 0, width: '100%', minWidth: 0 },
  place: {
    position: 'relative',
    overflow: 'hidden',
    width: '100%',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  rounded: { borderRadius: tokens.borderRadiusXLarge },
  picture: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  cover: { objectFit: 'cover' },
  contain: { objectFit: 'contain' },
  instead: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    padding: '8px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
  },
  caption: {
    marginTop: '8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** A picture in a box whose size is known before it loads. */
export default function Image({ id, props }: WidgetProps<ImageProps>) {
  const styles = useStyles();
  const [failed, setFailed] = useState<string | null>(null);
  const src = pictureUrl(props.src);
  const [width, height] = (props.ratio ?? '16:9').split(':');
  return (
    <figure id={id} className={styles.root} style={{ maxWidth: props.width }}>
      <div
        className={mergeClasses(styles.place, props.rounded !== false && styles.rounded)}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {src !== null && src !== failed ? (
          <Picture
            className={mergeClasses(styles.picture, styles[props.fit ?? 'cover'])}
            src={src}
            alt={props.alt}
            fit={props.fit ?? 'cover'}
            onError={() => setFailed(src)}
          />
        ) : (
          <div className={styles.instead} {...(props.alt ? { role: 'img', 'aria-label': props.alt } : {})}>
            <Icon name={props.icon ?? 'image'} size={28} />
            {props.alt && <span aria-hidden="true">{props.alt}</span>}
          </div>
        )}
      </div>
      {props.caption && <figcaption className={styles.caption}>{props.caption}</figcaption>}
    </figure>
  );
}
