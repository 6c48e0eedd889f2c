import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import type { Chat } from '../../../contracts/support.ts';
import { useText } from '../../../engine/react/index.ts';
import { visuallyHidden } from '../../../ui/index.ts';
import { dueState } from '../core/due.ts';
import { useClock } from '../useClock.ts';

const useStyles = makeStyles({
  due: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: '4px',
    flexShrink: 0,
    color: tokens.colorStatusWarningForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  hidden: visuallyHidden,
  late: { color: tokens.colorStatusDangerForeground1 },
});

/** That the first answer to a customer is due soon, or late: from the warning of the channel's rule on, by the server's clock. */
export function Due({ chat, brief = false }: { chat: Chat; brief?: boolean }) {
  const styles = useStyles();
  const t = useText();
  const state = useClock((now) => dueState(chat, now));
  const { kind } = state;
  if (kind === 'none') return null;
  const minutes = state.minutes;
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  const time = values.hours > 0 ? t('chat.hours', values) : t('chat.minutes', values);
  const text = kind === 'late' ? t('chat.answerLate', { time }) : t('chat.answerSoon', { time });
  return (
    <span
      className={mergeClasses(styles.due, kind === 'late' && styles.late)}
      title={brief ? text : undefined}
    >
      <Clock16Regular />
      {brief ? (
        <>
          <span aria-hidden="true">{kind === 'late' ? `+${time}` : time}</span>
          <span className={styles.hidden}>{text}</span>
        </>
      ) : (
        text
      )}
    </span>
  );
}
