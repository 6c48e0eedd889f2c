import type { SVGAttributes } from 'react';
import { icons } from './icons.ts';
import { moreIcons } from './more-icons.ts';

export interface MoreIconProps extends SVGAttributes<SVGSVGElement> {
  name: string;
}

/** An icon that is not there from the start; a neutral square for a name that nobody has. */
export default function MoreIcon({ name, ...rest }: MoreIconProps) {
  const Drawing = Object.hasOwn(moreIcons, name) ? moreIcons[name as keyof typeof moreIcons] : icons.square;
  return <Drawing {...rest} />;
}
