import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { Icon, LazyComponent, notify, PersonAvatar } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';
import type { OnLogout } from '../session/leaving.ts';
import { userMenuPopover } from './user-menu-popover.ts';

const useStyles = makeStyles({
  trigger: { minWidth: 'auto', padding: '0 6px', fontWeight: tokens.fontWeightRegular, flexShrink: 0 },
  content: { display: 'flex', alignItems: 'center', gap: '8px' },
  greeting: {
    maxWidth: '220px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 767.98px)': { display: 'none' },
  },
});

/** Returns the first name for the greeting. */
function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** The person's name; a press opens the menu of language, theme and logout. */
export function UserMenu({ onLogout }: { onLogout: OnLogout }) {
  const styles = useStyles();
  const { t } = useI18n();
  const { session } = useApp();
  const { me } = useAccount();
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  // A press that closes the open menu reaches this button too and must not open it again. The first press always opens it,
  // also within the first 300 ms of the page.
  const closedAt = useRef(-Infinity);
  // Another tab may have signed out and removed the stored values.
  const values = session.get();
  const name = values?.loggedUser ?? me?.name ?? '';
  return (
    <>
      <Button
        ref={(button) => setTarget(button as HTMLButtonElement | null)}
        appearance="subtle"
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${t('shell.userMenu')}: ${name}`}
        onPointerEnter={userMenuPopover.preload}
        onFocus={userMenuPopover.preload}
        onClick={(event) => {
          if (event.timeStamp - closedAt.current > 300) setOpen(true);
        }}
      >
        <span className={styles.content}>
          <PersonAvatar
            size={24}
            name={name}
            image={values?.imageProfile ?? me?.photourl ?? null}
            decorative
          />
          <span className={styles.greeting}>{t('shell.greeting', { name: firstName(name) })}</span>
          <Icon name="chevron-down" size={12} />
        </span>
      </Button>
      {open && (
        <LazyComponent
          source={userMenuPopover}
          onFailed={() => {
            setOpen(false);
            notify('error', t('shell.partFailed'), {
              action: { text: t('shell.partRetry'), run: () => setOpen(true) },
            });
          }}
        >
          {(UserMenuPopover) => (
            <UserMenuPopover
              target={target}
              onLogout={onLogout}
              onClose={(pressed) => {
                if (pressed) closedAt.current = performance.now();
                setOpen(false);
              }}
            />
          )}
        </LazyComponent>
      )}
    </>
  );
}
