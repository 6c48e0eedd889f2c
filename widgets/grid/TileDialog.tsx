import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { Icon, keyboardScroll, useFocusReturn } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  surface: { width: 'calc(100vw - 32px)', maxWidth: '960px', maxHeight: 'calc(100dvh - 32px)' },
  body: { maxHeight: 'calc(100dvh - 82px)' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '6px 2px 2px' },
});

/** Dialog of a tile's menu over the page. */
export function TileDialog({
  title,
  children,
  onClose,
}: {
  title: string;
  children: ReactNode;
  onClose(): void;
}) {
  const styles = useStyles();
  const t = useText();
  useFocusReturn();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody className={styles.body}>
          <DialogTitle
            action={
              <Button
                appearance="subtle"
                aria-label={t('widgets.dialog.close')}
                icon={<Icon name="dismiss" />}
                onClick={onClose}
              />
            }
          >
            {title}
          </DialogTitle>
          <DialogContent ref={keyboardScroll} className={styles.content}>
            {children}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
