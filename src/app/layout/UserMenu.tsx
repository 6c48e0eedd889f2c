import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { Icon, LazyComponent, lazyComponent, notify, PersonAvatar } from '../../ui/index.ts';
import { useAccount, useApp, useI18n } from '../app-context.ts';

// The menu and its positioning weigh 40 KB: they come when somebody reaches for it.
const popover = lazyComponent(() => import('./UserMenuPopover.tsx'));

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

/** First name, as one greets a person. */
function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

/** Who is signed in; pressed, it opens language, theme and the way out. */
export function UserMenu({ onLogout }: { onLogout(): void }) {
  const styles = useStyles();
  const { t } = useI18n();
  const { session } = useApp();
  const { me } = useAccount();
  const [target, setTarget] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  // The press that closes an open menu is heard by the menu first; it must not open it again.
  const closedAt = useRef(0);
  // Signed out in another tab, what is stored is gone while this page waits for its person.
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
        onPointerEnter={popover.preload}
        onFocus={popover.preload}
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
          source={popover}
          onFailed={() => {
            setOpen(false);
            notify('error', t('shell.partFailed'), {
              text: t('shell.partRetry'),
              run: () => setOpen(true),
            });
          }}
        >
          {(UserMenuPopover) => (
            <UserMenuPopover
              target={target}
              onLogout={onLogout}
              onClose={() => {
                closedAt.current = performance.now();
                setOpen(false);
              }}
            />
          )}
        </LazyComponent>
      )}
    </>
  );
}
