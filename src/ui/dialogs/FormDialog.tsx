import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ReasonButton } from '../marks/ReasonButton.tsx';
import { useFocusReturn } from '../focus/useFocusReturn.ts';

const useStyles = makeStyles({
  action: {
    '@media (max-width: 480px)': { width: '100%', maxWidth: 'none' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

export interface FormDialogProps {
  title: string;
  /** Texts of the buttons. */
  cancel: string;
  /** None while the content is chosen from, and not submitted. */
  submit?: string;
  /** Whether it cannot be submitted now. */
  disabled?: boolean;
  /** Why not, where that is not plain. */
  reason?: string;
  /** Class of the surface, and of what holds the fields. */
  className?: string | undefined;
  contentClassName?: string | undefined;
  onSubmit?(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog around fields, mounted while it is open. Enter in a field and Ctrl+Enter anywhere in it submit it. */
export function FormDialog({
  title,
  cancel,
  submit,
  disabled = false,
  reason = '',
  className,
  contentClassName,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const styles = useStyles();
  useFocusReturn();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogSurface className={mergeClasses(className)}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!disabled) onSubmit?.();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }}
        >
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={mergeClasses(contentClassName)}>{children}</DialogContent>
            <DialogActions>
              <Button className={styles.action} onClick={onClose}>
                {cancel}
              </Button>
              {submit !== undefined && (
                <ReasonButton
                  className={styles.action}
                  appearance="primary"
                  type="submit"
                  disabledFocusable={disabled}
                  reason={disabled ? reason : ''}
                >
                  {submit}
                </ReasonButton>
              )}
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
