import {
  Button,
  Dialog as FluentDialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { DialogProps } from '../../src/engine/core/index.ts';
import { FooterContext, useClose, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, keyboardScroll, useFocusReturn, useUnmount } from '../../src/ui/index.ts';
import { useFirstControl } from './useFirstControl.ts';

/** A lower window is all the dialog's. */
const highEnough = '@media (min-height: 480px)';

const useStyles = makeStyles({
  // Fluent's dialog touches the window's edges on narrow screens.
  surface: { width: 'calc(100vw - 32px)', [highEnough]: { maxHeight: 'calc(100dvh - 32px)' } },
  // Less than the surface by its padding of 24 and its border.
  body: { [highEnough]: { maxHeight: 'calc(100dvh - 82px)' } },
  small: { maxWidth: '440px' },
  medium: { maxWidth: '600px' },
  large: { maxWidth: '880px' },
  content: { padding: '6px 2px 2px' },
  items: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // The footer breaks between its buttons, never inside one; on phones each takes the whole width.
  actions: {
    gridColumnStart: 1,
    gridColumnEnd: 4,
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    marginTop: '8px',
    '& .fui-Button': { whiteSpace: 'nowrap' },
    ':empty': { display: 'none' },
    '@media (max-width: 480px)': { '& .fui-Button': { width: '100%', maxWidth: 'none' } },
  },
  subtitle: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
});

/** Ctrl+Enter submits the dialog's form from anywhere in it, else presses the last button of its footer. */
function submitForm(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  const form = event.currentTarget.querySelector('form');
  if (form) form.requestSubmit();
  else event.currentTarget.querySelector<HTMLElement>('.fui-DialogActions button:last-of-type')?.click();
}

/** A combobox would open its list with any Enter. */
function submitFromCombobox(event: KeyboardEvent<HTMLElement>) {
  if (event.target instanceof Element && event.target.matches('[role="combobox"]')) submitForm(event);
}

/** One of the document's dialogs, mounted only while it is open. */
export default function Dialog({ id, props, childItems: items, fire, listens }: WidgetProps<DialogProps>) {
  const styles = useStyles();
  const t = useText();
  const close = useClose();
  useFocusReturn();
  const content = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  useFirstControl(content, closing);
  const footer = new Set(props.footer ?? []);
  const [footerElement, setFooterElement] = useState<HTMLElement | null>(null);
  const hasOpened = useRef(false);
  useEffect(() => {
    if (hasOpened.current) return;
    hasOpened.current = true;
    if (listens('open')) void fire('open');
  }, [fire, listens]);
  useUnmount(() => {
    if (listens('close')) void fire('close');
  });
  const actions = items.filter((item) => footer.has(item.id));
  return (
    <FluentDialog
      open
      modalType={props.persistent ? 'alert' : 'modal'}
      onOpenChange={(_, change) => {
        // An alert dialog is still closed by Esc in Fluent; persistent means that only its buttons do.
        if (!change.open && !(props.persistent && change.type !== 'triggerClick')) close();
      }}
    >
      <DialogSurface
        id={id}
        // Fluent calls what only its buttons close an alert, which screen readers interrupt their reading for.
        role="dialog"
        className={mergeClasses(styles.surface, styles[props.size ?? 'medium'])}
        onKeyDownCapture={submitFromCombobox}
        onKeyDown={submitForm}
      >
        <DialogBody className={styles.body}>
          <DialogTitle
            action={
              props.persistent ? null : (
                <Button
                  ref={closing}
                  appearance="subtle"
                  aria-label={t('widgets.dialog.close')}
                  icon={<Icon name="dismiss" />}
                  onClick={close}
                />
              )
            }
          >
            {props.title}
            {props.subtitle && <div className={styles.subtitle}>{props.subtitle}</div>}
          </DialogTitle>
          <DialogContent ref={keyboardScroll} className={styles.content}>
            <FooterContext value={footerElement}>
              <div ref={content} className={styles.items}>
                {items.filter((item) => !footer.has(item.id)).map((item) => item.element)}
              </div>
            </FooterContext>
          </DialogContent>
          <DialogActions ref={setFooterElement} className={styles.actions}>
            {actions.map((item) => item.element)}
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </FluentDialog>
  );
}
