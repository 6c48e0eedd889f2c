import { makeStyles, tokens } from '@fluentui/react-components';
import { Icon } from '../../ui/index.ts';
import { sketches } from './sketches.ts';

const useStyles = makeStyles({
  root: { display: 'block', width: '64px', height: '32px', flexShrink: 0 },
  soft: { fill: tokens.colorNeutralStroke1 },
  line: { fill: 'none', stroke: tokens.colorNeutralForeground3, strokeWidth: '1px' },
  accent: { fill: tokens.colorBrandStroke1 },
});

/** Schematic drawing of a widget of a type; its icon where no drawing is known. */
export function WidgetSketch({ type, icon }: { type: string; icon: string }) {
  const styles = useStyles();
  const sketch = sketches[type];
  if (!sketch) return <Icon name={icon} />;
  const { soft, line, accent } = sketch;
  return (
    <svg className={styles.root} viewBox="0 0 64 32" aria-hidden="true" data-sketch={type}>
      {soft && <path className={styles.soft} d={soft} />}
      {accent && <path className={styles.accent} d={accent} />}
      {line && <path className={styles.line} d={line} />}
    </svg>
  );
}
