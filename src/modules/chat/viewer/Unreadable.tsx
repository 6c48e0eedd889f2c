import { makeStyles } from '@fluentui/react-components';
import { useText } from '../../../engine/react/index.ts';
import { EmptyState } from '../../../ui/index.ts';

const useStyles = makeStyles({
  root: { flexGrow: 1, display: 'grid', placeItems: 'center', padding: '24px' },
});

/** In the place of a file that the browser cannot show. */
export function Unreadable() {
  const styles = useStyles();
  const t = useText();
  return (
    <div className={styles.root} role="alert">
      <EmptyState
        icon="error-circle"
        tone="neutral"
        title={t('chat.viewer.unreadable')}
        text={t('chat.viewer.unreadableText')}
      />
    </div>
  );
}
