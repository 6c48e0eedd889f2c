import type { SVGAttributes } from 'react';
import { icons } from './icons.ts';
import { lazyIcons } from './lazy-icons.ts';

export interface LazyIconProps extends SVGAttributes<SVGSVGElement> {
  name: string;
}

/** An icon that is not there from the start; a neutral square for a name that nobody has. */
export default function LazyIcon({ name, ...rest }: LazyIconProps) {
  const Drawing = Object.hasOwn(lazyIcons, name) ? lazyIcons[name as keyof typeof lazyIcons] : icons.square;
  return <Drawing {...rest} />;
}
