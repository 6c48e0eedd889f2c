import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { CardProps } from '../../src/engine/core/index.ts';
import { useBusy, useLinkTo, useVisibleChildren } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, moldeToken, keyboardScroll } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    boxSizing: 'border-box',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  pressable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
    ':has(> header [data-press]:focus-visible)': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
    },
    // Controls inside are above the surface that presses the card.
    '& :is(a, button, input, select, textarea, [tabindex]):not([data-press])': {
      position: 'relative',
      zIndex: 1,
    },
  },
  media: {
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: `calc(${tokens.borderRadiusXLarge} - 1px) calc(${tokens.borderRadiusXLarge} - 1px) 0 0`,
  },
  header: { display: 'flex', alignItems: 'flex-start', gap: '8px', padding: '16px 16px 0' },
  icon: { color: tokens.colorNeutralForeground3, paddingTop: '1px' },
  titles: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  press: {
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'start',
    textDecorationLine: 'none',
    cursor: 'pointer',
    outlineStyle: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: tokens.borderRadiusXLarge },
  },
  subtitle: {
    margin: '2px 0 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  actions: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    maxWidth: '50%',
    '& > *': { minWidth: 0 },
    margin: '-6px -6px -6px 0',
  },
  // Takes the remaining height and scrolls, with room for focus rings at its edges.
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    padding: '12px 16px 2px',
  },
  footer: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    padding: '12px 16px 0',
  },
  end: { height: '16px', flexShrink: 0 },
});

/** The title. On a pressable card it is a link or button whose surface covers the whole card. */
function Title({ id, props, fire, listens }: WidgetProps<CardProps>) {
  const styles = useStyles();
  const link = useLinkTo()(props.link);
  const busy = useBusy('press');
  const press = () => {
    if (listens('press')) void fire('press');
  };
  let title: ReactNode = props.title;
  if (link) {
    const onClick = (event: Parameters<typeof link.onClick>[0]) => {
      press();
      link.onClick(event);
    };
    title = (
      <a data-press className={styles.press} href={link.href} onClick={onClick}>
        {props.title}
      </a>
    );
  } else if (listens('press')) {
    title = (
      <button data-press type="button" className={styles.press} aria-busy={busy || undefined} onClick={press}>
        {props.title}
      </button>
    );
  }
  return (
    <h2 id={`${id}-title`} className={styles.title}>
      {title}
    </h2>
  );
}

/** A card whose children are its media, actions, body and footer. */
export default function Card(widget: WidgetProps<CardProps>) {
  const { id, props, childItems: items, listens } = widget;
  const styles = useStyles();
  const busy = useBusy('press');
  const visible = useVisibleChildren(items);
  const visibleOf = (ids: readonly string[] | undefined) => visible.filter((item) => ids?.includes(item.id));
  const media = visibleOf(props.media === undefined ? undefined : [props.media]);
  const actions = visibleOf(props.actions);
  const footer = visibleOf(props.footer);
  const body = visible.filter((item) => ![...media, ...actions, ...footer].includes(item));
  const pressable = props.link !== undefined || listens('press');
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className={mergeClasses(styles.root, pressable && styles.pressable)}
    >
      {media.length > 0 && <div className={styles.media}>{media.map((item) => item.element)}</div>}
      <header className={styles.header}>
        {(busy || props.icon) && (
          <span className={styles.icon}>
            {busy ? <Spinner size="tiny" aria-hidden /> : <Icon name={props.icon ?? ''} />}
          </span>
        )}
        <div className={styles.titles}>
          <Title {...widget} />
          {props.subtitle && <p className={styles.subtitle}>{props.subtitle}</p>}
        </div>
        {actions.length > 0 && <div className={styles.actions}>{actions.map((item) => item.element)}</div>}
      </header>
      {body.length > 0 && (
        <div ref={keyboardScroll} className={styles.body}>
          {body.map((item) => item.element)}
        </div>
      )}
      {footer.length > 0 && <footer className={styles.footer}>{footer.map((item) => item.element)}</footer>}
      <div className={styles.end} />
    </article>
  );
}
