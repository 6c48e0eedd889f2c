import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ChildData } from '../../src/engine/react/index.ts';
import { useText, useTexts } from '../../src/engine/react/index.ts';
import { ChartMenuButton, LazyComponent, lazyComponent } from '../../src/ui/index.ts';
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
  /** Entries that widgets in the tile add. */
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
  const own: ChartMenuEntry[] = [
    {
      id: 'refresh',
      icon: 'arrow-clockwise',
      text: t('views.tile.refresh'),
      run: () => void child.refresh(),
    },
    { id: 'full', icon: 'full-screen-maximize', text: t('views.tile.full'), run: onFull },
    { id: 'rows', icon: 'table-simple', text: t('views.tile.rows'), run: () => setDialog('rows') },
    { id: 'origin', icon: 'info', text: t('views.tile.origin'), run: () => setDialog('origin') },
  ];
  return (
    <>
      <ChartMenuButton label={label} title={label} entries={[...own, ...entries]} className={styles.button} />
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
