import { makeStyles, tokens } from '@fluentui/react-components';
import { useFilePicture } from './files.ts';

const useStyles = makeStyles({
  cover: {
    display: 'block',
    width: '100%',
    height: '96px',
    objectFit: 'cover',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

/** The picture of a card. Its room is there before it is, so that nothing moves. */
export function Cover({ fileId }: { fileId: number }) {
  const styles = useStyles();
  const picture = useFilePicture(fileId, 512);
  return picture ? <img className={styles.cover} src={picture} alt="" /> : <div className={styles.cover} />;
}
