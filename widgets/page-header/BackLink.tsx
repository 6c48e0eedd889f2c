import { makeStyles, tokens } from '@fluentui/react-components';
import type { PageHeaderProps } from '../../src/engine/core/index.ts';
import { useLinkTo, useText } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  back: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    marginLeft: '-8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (pointer: coarse)': { width: '44px', height: '44px' },
  },
});

/** The arrow before a title, which leads to the list above; nothing without one. */
export function BackLink({ to }: { to: PageHeaderProps['back'] }) {
  const styles = useStyles();
  const t = useText();
  const back = useLinkTo()(to);
  return (
    back !== null && (
      <a className={styles.back} {...back} aria-label={t('widgets.page-header.back')}>
        <Icon name="arrow-left" />
      </a>
    )
  );
}
