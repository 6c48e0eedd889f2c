import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Icon } from '../../src/ui/index.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    minHeight: '40px',
    padding: '4px 8px 4px 12px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  // Beside the other pane, a hidden one leaves a strip as wide as its button.
  strip: {
    height: '100%',
    alignItems: 'flex-start',
    padding: '4px',
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  title: {
    margin: 0,
    marginInlineEnd: 'auto',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  button: { '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' } },
});

/** The head of a pane that can be hidden: its title, and the button that hides and shows it. */
export function CollapseHead({
  title,
  icon,
  open,
  strip,
  controls,
  onToggle,
}: {
  title: string;
  icon: string;
  open: boolean;
  /** The hidden pane stands beside the other one, where only the button has room. */
  strip: boolean;
  /** DOM id of the content. */
  controls: string;
  onToggle(): void;
}) {
  const styles = useStyles();
  const narrow = strip && !open;
  return (
    <div className={mergeClasses(styles.head, narrow && styles.strip, !open && !strip && styles.line)}>
      {!narrow && <h2 className={styles.title}>{title}</h2>}
      <Button
        appearance="subtle"
        className={styles.button}
        icon={<Icon name={narrow ? icon : strip ? 'panel-left' : open ? 'chevron-up' : 'chevron-down'} />}
        aria-label={title}
        title={title}
        aria-expanded={open}
        aria-controls={controls}
        onClick={onToggle}
      />
    </div>
  );
}
