import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { icons } from './icons.ts';
import type { IconName } from './icons.ts';
import type { LazyIconProps } from './LazyIcon.tsx';

export interface IconProps {
  /** A name of `icons` or `lazyIcons`; any other (definitions are data) is rendered as a neutral square. */
  name: IconName | (string & {});
  /** Pixels; 20 is regular, 16 for dense rows, 14 and 12 inside badges, 28 alone in a tile. */
  size?: 12 | 14 | 16 | 20 | 28;
  className?: string;
  /** The name for screen readers; without it the icon is decoration. */
  label?: string;
}

const useStyles = makeStyles({
  root: { flexShrink: 0, display: 'block' },
  size12: { width: '12px', height: '12px' },
  size14: { width: '14px', height: '14px' },
  size16: { width: '16px', height: '16px' },
  size20: { width: '20px', height: '20px' },
  size28: { width: '28px', height: '28px' },
  // Browsers drop the click of a press whose target is replaced before the release: the target is the control instead.
  placeholder: { pointerEvents: 'none' },
});

async function loadMore(): Promise<{ default: ComponentType<LazyIconProps> }> {
  try {
    return await import('./LazyIcon.tsx');
  } catch {
    // The icon stays empty: the control that it decorates has a text or a name.
    return { default: (props) => <svg {...props} /> };
  }
}

const LazyIcon = lazy(loadMore);

/** A regular Fluent icon by name. */
export function Icon({ name, size = 20, className, label }: IconProps) {
  const styles = useStyles();
  const naming =
    label === undefined ? { 'aria-hidden': true as const } : { 'aria-label': label, role: 'img' };
  const rest = { className: mergeClasses(styles.root, styles[`size${size}`], className), ...naming };
  if (Object.hasOwn(icons, name)) {
    const Svg = icons[name as keyof typeof icons];
    return <Svg {...rest} />;
  }
  return (
    <Suspense fallback={<svg {...rest} className={mergeClasses(rest.className, styles.placeholder)} />}>
      <LazyIcon name={name} {...rest} />
    </Suspense>
  );
}
