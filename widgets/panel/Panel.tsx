import { Button, makeStyles, OverlayDrawer, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { PanelProps } from '../../src/engine/core/index.ts';
import { CloseContext, useBinding, useLinkTo, useText } from '../../src/engine/react/index.ts';
import type { Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, keyboardScroll, useFocusReturn, useNarrow, useUnmount } from '../../src/ui/index.ts';
import { focusRow, isClosingKey, keyList } from './row-focus.ts';

const touch = '@media (pointer: coarse)';

const useStyles = makeStyles({
  // The list beside it keeps the least width at which its columns read.
  beside: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: 'min(468px, 50%)',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
    outlineStyle: 'none',
    zIndex: 20,
  },
  window: { width: '100vw', maxWidth: '100vw', backgroundColor: tokens.colorNeutralBackground1 },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    flexShrink: 0,
    gap: '8px',
    padding: '12px 12px 12px 20px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  words: { flex: '1 1 auto', minWidth: 0 },
  title: {
    margin: 0,
    paddingTop: '2px',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  subtitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  buttons: { display: 'flex', flexShrink: 0 },
  button: { [touch]: { minWidth: '44px', minHeight: '44px' } },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    padding: '16px 20px 24px',
    '@media (max-width: 767.98px)': { padding: '16px 16px 24px' },
    // Its sections keep their height: the panel scrolls.
    '& > *': { flexShrink: 0 },
  },
});

interface OpenPanelProps {
  id: string;
  props: Resolved<PanelProps>;
  /** Key of the open record. */
  current: string | number;
  onOpen(key: string | number | null): void;
  children: ReactNode;
}

/** Head and content of an open panel. */
function OpenPanel({ id, props, current, onOpen, children }: OpenPanelProps) {
  const styles = useStyles();
  const t = useText();
  const narrow = useNarrow();
  const surface = useRef<HTMLElement>(null);
  const page = useLinkTo()(props.page);
  const keys = keyList(props.keys);
  const at = keys.findIndex((key) => String(key) === String(current));
  const neighbour = (step: number) => (at < 0 ? undefined : keys[at + step]);
  const last = useRef(current);
  useEffect(() => {
    last.current = current;
  }, [current]);
  // Before the focus returns to what had it: the record may be another one than that of the row that opened the panel.
  useUnmount(() => focusRow(last.current));
  useFocusReturn();

  useEffect(() => {
    // A screen that is opened with its panel leaves the focus where it is.
    if (!narrow && document.activeElement !== document.body) surface.current?.focus({ preventScroll: true });
  }, [narrow]);

  useEffect(() => {
    if (narrow) return undefined;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (surface.current && isClosingKey(event, surface.current)) onOpen(null);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [narrow, onOpen]);

  const close = useCallback(() => onOpen(null), [onOpen]);
  const open = (step: number) => {
    const key = neighbour(step);
    if (key !== undefined) onOpen(key);
  };
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    const own =
      target === currentTarget || (target instanceof Element && target.closest(`[id="${id}-head"]`));
    if (!own || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    open(key === 'ArrowUp' ? -1 : 1);
  };

  const button = (name: string, icon: string, onPress: () => void, disabled = false) => (
    <Button
      appearance="subtle"
      className={styles.button}
      icon={<Icon name={icon} />}
      aria-label={name}
      title={name}
      // It keeps the focus at the end of the list.
      disabledFocusable={disabled}
      onClick={onPress}
    />
  );
  const content = (
    <>
      <div id={`${id}-head`} className={styles.head}>
        <div className={styles.words} aria-live="polite">
          <h2 id={`${id}-title`} className={styles.title}>
            {props.title}
          </h2>
          {props.subtitle && <p className={styles.subtitle}>{props.subtitle}</p>}
        </div>
        <div className={styles.buttons}>
          {at >= 0 && keys.length > 1 && (
            <>
              {button(t('widgets.panel.previous'), 'chevron-up', () => open(-1), neighbour(-1) === undefined)}
              {button(t('widgets.panel.next'), 'chevron-down', () => open(1), neighbour(1) === undefined)}
            </>
          )}
          {page && (
            <Button
              as="a"
              appearance="subtle"
              className={styles.button}
              icon={<Icon name="open" />}
              aria-label={t('widgets.panel.page')}
              title={t('widgets.panel.page')}
              {...page}
            />
          )}
          {button(t('widgets.panel.close'), 'dismiss', () => onOpen(null))}
        </div>
      </div>
      <div ref={keyboardScroll} key={current} className={styles.body}>
        <CloseContext value={close}>{children}</CloseContext>
      </div>
    </>
  );
  return narrow ? (
    <OverlayDrawer
      open
      position="end"
      id={id}
      className={styles.window}
      aria-labelledby={`${id}-title`}
      onOpenChange={(_, change) => {
        if (!change.open) onOpen(null);
      }}
    >
      {content}
    </OverlayDrawer>
  ) : (
    <section
      ref={surface}
      id={id}
      tabIndex={-1}
      className={styles.beside}
      aria-labelledby={`${id}-title`}
      onKeyDown={onArrow}
    >
      {content}
    </section>
  );
}

/** One record beside its list, open while its state path has a value. */
export default function Panel({ id, props, children }: WidgetProps<PanelProps>) {
  const [current, setCurrent] = useBinding(props.bind);
  if ((typeof current !== 'string' && typeof current !== 'number') || current === '') return null;
  return (
    <OpenPanel id={id} props={props} current={current} onOpen={setCurrent}>
      {children}
    </OpenPanel>
  );
}
