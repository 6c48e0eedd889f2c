import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircle16Regular } from '@fluentui/react-icons/svg/question-circle';
import type { MessageState } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
  },
  read: { color: tokens.colorPaletteBlueForeground2 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  second: { marginInlineStart: '-11px' },
});

/** How far a message of ours has come: a clock, one tick, two ticks, two in blue, or that it failed. */
export function Ticks({ state }: { state: MessageState }) {
  const styles = useStyles();
  const t = useText();
  if (state === 'received') return null;
  const isTwice = state === 'delivered' || state === 'read' || state === 'played';
  const isRead = state === 'read' || state === 'played';
  const label = t(`chat.states.${state}`);
  return (
    <span
      className={mergeClasses(styles.root, isRead && styles.read, state === 'failed' && styles.failed)}
      role="img"
      aria-label={label}
      title={label}
    >
      {(state === 'queued' || state === 'sending') && <Clock16Regular />}
      {state === 'failed' && <ErrorCircle16Regular />}
      {state === 'unconfirmed' && <QuestionCircle16Regular />}
      {(state === 'sent' || isTwice) && <Checkmark16Regular />}
      {isTwice && <Checkmark16Regular className={styles.second} />}
    </span>
  );
}
