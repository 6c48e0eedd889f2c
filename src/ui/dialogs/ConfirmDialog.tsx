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
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { Icon } from '../marks/Icon.tsx';
import { moldeToken, statusToken } from '../theme/tokens.ts';
import { useFocusReturn } from '../focus/useFocusReturn.ts';

export interface ConfirmDialogProps {
  /** 'action' asks for agreement; 'delete' warns. */
  kind: 'action' | 'delete';
  /** Confirming loses data though nothing is deleted: the dialog warns, and the focus starts on cancel. */
  careful?: boolean;
  title: string;
  subtitle?: string;
  text?: string;
  /** Only the buttons close it, not Escape or a click outside. */
  persistent?: boolean;
  confirmText: string;
  cancelText: string;
  onAnswer(confirmed: boolean): void;
}

const useStyles = makeStyles({
  surface: { width: 'min(480px, calc(100vw - 32px))', padding: '24px' },
  // Title and text share the column beside the icon; the buttons take the whole width below.
  body: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: '16px', rowGap: '4px' },
  tile: {
    gridRowStart: 1,
    gridRowEnd: 3,
    display: 'grid',
    placeItems: 'center',
    width: '40px',
    height: '40px',
    borderRadius: tokens.borderRadiusCircular,
  },
  action: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  delete: {
    backgroundColor: moldeToken(statusToken('late', 'Background')),
    color: moldeToken(statusToken('late', 'Foreground')),
  },
  // Fluent puts these in a third column of its own grid, whose gap would be visible at the right edge.
  title: {
    gridColumnStart: 2,
    gridColumnEnd: 3,
    gridRowStart: 1,
    alignSelf: 'center',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: 'anywhere',
  },
  content: { gridColumnStart: 2, gridColumnEnd: 3, gridRowStart: 2, overflowWrap: 'anywhere' },
  subtitle: { margin: 0, color: tokens.colorNeutralForeground3 },
  text: { margin: '8px 0 0' },
  actions: {
    gridColumnStart: 1,
    gridColumnEnd: 3,
    marginTop: '16px',
    justifyContent: 'flex-end',
    '@media (pointer: coarse)': { '& > *': { minHeight: '44px' } },
  },
  danger: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
});

/** The global confirmation (specification 1, section 2): the focus starts on cancel when it warns, else on confirm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    kind,
    title,
    subtitle,
    text,
    careful = false,
    persistent = false,
    confirmText,
    cancelText,
    onAnswer,
  } = props;
  const styles = useStyles();
  const warns = careful || kind === 'delete';
  const first = useRef<HTMLButtonElement>(null);
  useFocusReturn();
  useEffect(() => first.current?.focus(), []);
  return (
    <Dialog
      open
      modalType={persistent ? 'alert' : 'modal'}
      onOpenChange={(_, change) => {
        if (!change.open && !(persistent && change.type !== 'triggerClick')) onAnswer(false);
      }}
    >
      <DialogSurface
        className={styles.surface}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          // The focused button would be pressed too.
          event.preventDefault();
          onAnswer(true);
        }}
      >
        <DialogBody className={styles.body}>
          <span className={mergeClasses(styles.tile, styles[warns ? 'delete' : 'action'])}>
            <Icon name={warns ? 'warning' : 'info'} />
          </span>
          <DialogTitle className={styles.title} action={null}>
            {title}
          </DialogTitle>
          <DialogContent className={styles.content}>
            {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
            {text !== undefined && <p className={styles.text}>{text}</p>}
          </DialogContent>
          <DialogActions className={styles.actions} fluid>
            <Button ref={warns ? first : undefined} onClick={() => onAnswer(false)}>
              {cancelText}
            </Button>
            <Button
              appearance="primary"
              ref={warns ? undefined : first}
              className={warns ? styles.danger : undefined}
              onClick={() => onAnswer(true)}
            >
              {confirmText}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
