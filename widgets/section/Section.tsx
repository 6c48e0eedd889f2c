import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { SectionProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { moldeToken } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  card: {
    padding: '16px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    // On a phone cards run from edge to edge.
    '@media (max-width: 767.98px)': {
      marginInline: '-16px',
      borderInlineWidth: 0,
      borderRadius: 0,
    },
  },
  flush: {
    padding: '16px 0 0',
    overflow: 'hidden',
    '& > header': { padding: '0 16px' },
  },
  fill: { flex: '1 1 auto', minHeight: 0 },
  none: { gap: 0 },
  small: { gap: '8px' },
  medium: { gap: '16px' },
  large: { gap: '24px' },
  // Actions that have no room beside the title take a line of their own.
  header: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
  titles: { flex: '1 1 200px', minWidth: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  description: {
    margin: '2px 0 0',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground3,
  },
});

/** A section of a screen with an optional title. */
export default function Section({ id, props, slots, children }: WidgetProps<SectionProps>) {
  const styles = useStyles();
  const actions = slots.actions ?? [];
  const titled = props.title !== undefined && props.title !== '';
  return (
    <section
      id={id}
      aria-labelledby={titled ? `${id}-title` : undefined}
      className={mergeClasses(
        styles.root,
        styles[props.gap ?? 'medium'],
        props.card && styles.card,
        props.card && props.flush && styles.flush,
        props.fill && styles.fill,
      )}
    >
      {(titled || props.description || actions.length > 0) && (
        <header className={styles.header}>
          <div className={styles.titles}>
            {titled && (
              <h2 id={`${id}-title`} className={styles.title}>
                {props.title}
              </h2>
            )}
            {props.description && <p className={styles.description}>{props.description}</p>}
          </div>
          {actions.length > 0 && (
            <div className={styles.actions}>{actions.map(({ element }) => element)}</div>
          )}
        </header>
      )}
      {children}
    </section>
  );
}
