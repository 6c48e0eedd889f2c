import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { Icon, useFocusReturn } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  sheet: {
    height: 'auto',
    maxHeight: '85dvh',
    borderTopLeftRadius: tokens.borderRadiusXLarge,
    borderTopRightRadius: tokens.borderRadiusXLarge,
  },
  form: { display: 'flex', flexDirection: 'column', width: '100%', minHeight: 0 },
  body: { display: 'flex', flexDirection: 'column', gap: '12px', paddingBottom: '8px' },
  footer: {
    display: 'flex',
    gap: '8px',
    paddingTop: '12px',
    '& > *': { flex: '1 1 auto', minHeight: '44px', whiteSpace: 'nowrap' },
  },
});

/** The filters of narrow screens in a drawer at the bottom edge. Its code is loaded when it is first opened. */
export default function FilterSheet({
  children,
  onApply,
  onClear,
  onClose,
}: {
  children: ReactNode;
  onApply(): void;
  onClear(): void;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  useFocusReturn();
  return (
    <OverlayDrawer
      open
      position="bottom"
      className={styles.sheet}
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              appearance="subtle"
              aria-label={t('widgets.filter-bar.close')}
              icon={<Icon name="dismiss" />}
              onClick={onClose}
            />
          }
        >
          {t('widgets.filter-bar.filters')}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
        }}
      >
        <DrawerBody className={styles.body}>{children}</DrawerBody>
        <DrawerFooter className={styles.footer}>
          <Button onClick={onClear}>{t('widgets.filter-bar.clear')}</Button>
          <Button appearance="primary" type="submit">
            {t('widgets.filter-bar.apply')}
          </Button>
        </DrawerFooter>
      </form>
    </OverlayDrawer>
  );
}
