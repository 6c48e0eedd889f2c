import { makeStyles, MenuButton, MenuItem, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ChildData } from '../../src/engine/react/index.ts';
import { useText, useTexts } from '../../src/engine/react/index.ts';
import { ButtonMenu, Icon, LazyComponent, lazyComponent } from '../../src/ui/index.ts';
import type { ChartMenuEntry } from '../../src/ui/index.ts';

const rowsDialog = lazyComponent(() => import('./RowsDialog.tsx'));
const originDialog = lazyComponent(() => import('./OriginDialog.tsx'));

const useStyles = makeStyles({
  button: {
    minWidth: '28px',
    maxWidth: '28px',
    height: '24px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    '@media (pointer: coarse)': { minWidth: '44px', height: '44px' },
    '@media (hover: none)': {
      border: '1px solid transparent',
      backgroundColor: 'transparent',
      boxShadow: 'none',
    },
  },
});

/** The menu of a tile: its data again, in the whole window, as rows, and where they come from. */
export default function TileTools({
  child,
  entries,
  onFull,
}: {
  child: ChildData;
  /** What widgets in the tile add. */
  entries: readonly ChartMenuEntry[];
  onFull(): void;
}) {
  const styles = useStyles();
  const t = useText();
  const hasTexts = useTexts('views');
  const [dialog, setDialog] = useState<'rows' | 'origin' | null>(null);
  const close = () => setDialog(null);
  if (!hasTexts) return null;
  const title = child.title();
  const label = title === '' ? t('views.tile.more') : t('views.tile.moreOf', { title });
  return (
    <>
      <ButtonMenu
        label={label}
        button={
          <MenuButton
            className={styles.button}
            appearance="subtle"
            size="small"
            menuIcon={null}
            icon={<Icon name="more-horizontal" size={16} />}
            aria-label={label}
          />
        }
      >
        <MenuItem icon={<Icon name="arrow-clockwise" />} onClick={() => void child.refresh()}>
          {t('views.tile.refresh')}
        </MenuItem>
        <MenuItem icon={<Icon name="full-screen-maximize" />} onClick={onFull}>
          {t('views.tile.full')}
        </MenuItem>
        <MenuItem icon={<Icon name="table-simple" />} onClick={() => setDialog('rows')}>
          {t('views.tile.rows')}
        </MenuItem>
        <MenuItem icon={<Icon name="info" />} onClick={() => setDialog('origin')}>
          {t('views.tile.origin')}
        </MenuItem>
        {entries.map(({ id, icon, text, run }, index) => (
          <MenuItem key={`${index}-${id}`} icon={<Icon name={icon} />} onClick={run}>
            {text}
          </MenuItem>
        ))}
      </ButtonMenu>
      {dialog === 'rows' && (
        <LazyComponent source={rowsDialog} onFailed={close}>
          {(RowsDialog) => <RowsDialog child={child} onClose={close} />}
        </LazyComponent>
      )}
      {dialog === 'origin' && (
        <LazyComponent source={originDialog} onFailed={close}>
          {(OriginDialog) => <OriginDialog child={child} onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}
