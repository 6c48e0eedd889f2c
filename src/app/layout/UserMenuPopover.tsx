import {
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { languages } from '../../contracts/language.ts';
import { Icon } from '../../ui/index.ts';
import { useApp, useAppearance, useI18n } from '../app-context.ts';
import { Leave } from '../session/Leave.tsx';
import type { OnLogout } from '../session/leaving.ts';
import { themeChoices } from '../../contracts/session.ts';
import { saveChoice } from '../person-choices.ts';
import type { ThemeChoice } from '../../contracts/session.ts';

const useStyles = makeStyles({
  person: { padding: '6px 10px 8px' },
  // A name without end takes two lines; the rest of the menu stays in the window.
  name: {
    display: '-webkit-box',
    margin: 0,
    overflow: 'hidden',
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
  },
  login: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  popover: {
    minWidth: '220px',
    maxWidth: 'min(320px, calc(100vw - 16px))',
    // Low windows hold the whole menu.
    '@media (max-height: 480px)': {
      '& [role^="menuitem"]': { minHeight: '26px', paddingTop: '1px', paddingBottom: '1px' },
    },
  },
});

const themeText: Record<ThemeChoice, string> = {
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
  system: 'shell.themeSystem',
};

/** The menu of language, theme and logout, below the header's button. */
export default function UserMenuPopover({
  target,
  onClose,
  onLogout,
}: {
  target: HTMLElement | null;
  /** `pressed`: by a press elsewhere, which may have been at the target. */
  onClose(pressed: boolean): void;
  onLogout: OnLogout;
}) {
  const styles = useStyles();
  const i18n = useI18n();
  const { t } = i18n;
  const app = useApp();
  const { choice } = useAppearance();
  const values = app.session.get();
  const navigate = useNavigate();
  // The menu is opened after it is mounted, because only a change of `open` moves the focus into it.
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu
      open={open}
      positioning={{ target, position: 'below', align: 'end', offset: 4 }}
      onOpenChange={(_, change) => {
        if (change.open) return;
        const pressed = change.type === 'clickOutside';
        onClose(pressed);
        if (!pressed) target?.focus();
      }}
      checkedValues={{ language: [i18n.language()], theme: [choice] }}
      onCheckedValueChange={(_, { name, checkedItems }) => {
        const [picked] = checkedItems;
        if (picked !== undefined && (name === 'language' || name === 'theme')) saveChoice(app, name, picked);
      }}
    >
      <MenuPopover className={styles.popover}>
        <div className={styles.person}>
          <p className={styles.name} title={values?.loggedUser ?? undefined}>
            {values?.loggedUser}
          </p>
          <p className={styles.login}>{values?.username}</p>
        </div>
        <MenuList aria-label={t('shell.userMenu')}>
          <MenuItem
            icon={<Icon name="person" />}
            onClick={() => void navigate(`/profile/${values?.user ?? ''}`)}
          >
            {t('shell.profile')}
          </MenuItem>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{t('shell.language')}</MenuGroupHeader>
            {languages.map((language) => (
              <MenuItemRadio key={language} name="language" value={language} lang={language}>
                {t(`languages.${language}`)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{t('shell.theme')}</MenuGroupHeader>
            {themeChoices.map((theme) => (
              <MenuItemRadio key={theme} name="theme" value={theme}>
                {t(themeText[theme])}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuItem icon={<Icon name="sign-out" />} onClick={() => onLogout(Leave)}>
            {t('shell.logout')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
