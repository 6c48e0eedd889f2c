import type { SVGAttributes } from 'react';
import { icons } from './icons.ts';
import { lazyIcons } from './lazy-icons.ts';

export interface LazyIconProps extends SVGAttributes<SVGSVGElement> {
  name: string;
}

/** An icon of `lazyIcons`; a neutral square for an unknown name. */
export default function LazyIcon({ name, ...rest }: LazyIconProps) {
  const Svg = Object.hasOwn(lazyIcons, name) ? lazyIcons[name as keyof typeof lazyIcons] : icons.square;
  return <Svg {...rest} />;
}
