import { makeStyles } from '@fluentui/react-components';
import { useText } from '../../engine/react/index.ts';
import { visuallyHidden } from '../../ui/index.ts';
import { useChatState } from './open-chat.ts';
import { usePreview } from './list/preview.ts';

const useStyles = makeStyles({ said: visuallyHidden });

/** Announces a new message to screen readers, once. */
export function Announcer() {
  const styles = useStyles();
  const t = useText();
  const preview = usePreview();
  const announced = useChatState((state) => state.announced);
  const text = announced?.chat.lastMessage ? preview(announced.chat.lastMessage) : '';
  return (
    <div className={styles.said} role="status">
      {announced && t('chat.received', { name: announced.chat.name, text })}
    </div>
  );
}
