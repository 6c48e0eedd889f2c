import { Button, Dialog, DialogSurface, DialogTitle, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { Icon, useFocusReturn, useTooltip } from '../../../ui/index.ts';

const useStyles = makeStyles({
  surface: {
    position: 'fixed',
    inset: 0,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    width: '100vw',
    maxWidth: 'none',
    height: '100dvh',
    maxHeight: 'none',
    margin: 0,
    padding: 0,
    border: 'none',
    borderRadius: 0,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  bar: {
    flexShrink: 0,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    columnGap: '4px',
    height: '52px',
    paddingInline: '24px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 767.98px)': { paddingInline: '16px 8px' },
    '@media (pointer: coarse)': { '& > button': { minWidth: '44px', height: '44px' } },
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
});

export interface ViewerProps {
  /** Address that the page can load. */
  source: string;
  /** Name of the file, or another one for what is shown. */
  name: string;
  /** Saves the file; without it there is no button for it. */
  onDownload?: (() => void) | undefined;
  onClose(): void;
}

/** A file over the whole window, below a bar with its name. Mounted while it is open. */
export function Viewer({
  name,
  controls,
  onDownload,
  onClose,
  onKeyDown,
  children,
}: Omit<ViewerProps, 'source'> & {
  /** Between the name and the buttons that every file has. */
  controls?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const download = useTooltip(t('chat.download'));
  const close = useTooltip(t('chat.viewer.close'));
  useFocusReturn();
  return (
    <Dialog
      open
      onOpenChange={(_, change) => {
        if (!change.open) onClose();
      }}
    >
      <DialogSurface
        className={styles.surface}
        // The tooltip of the button with the focus would take the first Escape for itself.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
        onKeyDown={onKeyDown}
      >
        <div className={styles.bar}>
          <DialogTitle as="h2" action={null} className={styles.name} title={name}>
            {name}
          </DialogTitle>
          {controls}
          {onDownload && (
            <Button
              {...download.trigger}
              appearance="subtle"
              icon={<ArrowDownload20Regular />}
              onClick={onDownload}
            />
          )}
          <Button {...close.trigger} appearance="subtle" icon={<Icon name="dismiss" />} onClick={onClose} />
        </div>
        {children}
        {download.tooltip}
        {close.tooltip}
      </DialogSurface>
    </Dialog>
  );
}
