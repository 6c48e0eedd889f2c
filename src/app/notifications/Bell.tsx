import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Alert20Regular } from '@fluentui/react-icons/svg/alert';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Host } from '../../engine/core/index.ts';
import { LazyComponent, lazyComponent, shellPatience, useTooltip } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

const list = lazyComponent(() => import('./NotificationList.tsx'), shellPatience);

/** Above it a count is "99+". */
const mostCounted = 99;

const useStyles = makeStyles({
  // Of the count, which stands beside the button.
  root: { position: 'relative', display: 'inline-flex' },
  button: {
    minWidth: '32px',
    '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' },
  },
  count: {
    position: 'absolute',
    top: '1px',
    insetInlineEnd: '1px',
    boxSizing: 'border-box',
    minWidth: '16px',
    height: '16px',
    padding: '0 4px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: '10px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'center',
    pointerEvents: 'none',
  },
});

/** The number of unread notifications, as it changes; a press opens them. */
export default function Bell({ host }: { host: Host }) {
  const styles = useStyles();
  const { t } = useI18n();
  const [unread, setUnread] = useState(0);
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Changes with each event: the open list reads again. */
  const [news, setNews] = useState(0);
  const asked = useRef(0);
  const count = useCallback(async () => {
    const number = ++asked.current;
    try {
      const reply = await host.run({ method: 'get', address: '/adm/v2/notifications?isRead=N&perPage=1' });
      const { totalRows } = (reply as { data: { totalRows: number } }).data;
      if (number === asked.current) setUnread(totalRows);
    } catch {
      // The notifications shown stay; the next event asks again.
    }
  }, [host]);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the number comes from the server
    void count();
    return host.events.subscribe([`me:${host.user.id}`], () => {
      setNews((number) => number + 1);
      void count();
    });
  }, [host, count]);
  const toggle = async () => {
    // The list's texts are those of boards.
    await host.loadTexts(['kanban']);
    setOpen(!isOpen);
  };
  const label = useTooltip(unread === 0 ? t('shell.bell') : `${t('shell.bell')}: ${unread}`);
  return (
    <>
      <span className={styles.root}>
        <Button
          ref={(button) => setTarget(button as HTMLButtonElement | null)}
          className={styles.button}
          appearance="subtle"
          icon={<Alert20Regular />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          {...label.trigger}
          onClick={() => void toggle()}
        />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > mostCounted ? `${mostCounted}+` : unread}
          </span>
        )}
      </span>
      {label.tooltip}
      {isOpen && target && (
        <LazyComponent source={list} onFailed={() => setOpen(false)}>
          {(NotificationList) => (
            <NotificationList host={host} target={target} news={news} onClose={() => setOpen(false)} />
          )}
        </LazyComponent>
      )}
    </>
  );
}
