import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { Icon } from './Icon.tsx';
import { blockedPictureHost } from '../picture-hosts.ts';
import { usePicture } from '../pictures.ts';

export interface PersonAvatarProps {
  /** The initials and their colour come from it. */
  name: string;
  /**
   * Address of a picture. The initials replace a missing or broken one, and one of another site whose host the tenant has
   * not allowed.
   */
  image?: string | null;
  /** Pixels: 20 and 24 in tables and cards, 28 in lists, 40 in conversations, 72 in the profile, 208 where it is chosen. */
  size?: 20 | 24 | 28 | 40 | 72 | 208;
  /** The name stands beside the avatar, which is then decoration. */
  decorative?: boolean;
}

/** Fluent's avatar palette: each has a Background2 and a Foreground2 that contrast in both themes. */
const palette = [
  'DarkRed',
  'Cranberry',
  'Red',
  'Pumpkin',
  'Peach',
  'Marigold',
  'Gold',
  'Brass',
  'Brown',
  'Forest',
  'Seafoam',
  'DarkGreen',
  'LightTeal',
  'Teal',
  'Steel',
  'Blue',
  'RoyalBlue',
  'Cornflower',
  'Navy',
  'Lavender',
  'Purple',
  'Grape',
  'Lilac',
  'Pink',
  'Magenta',
  'Plum',
  'Beige',
  'Mink',
  'Platinum',
  'Anchor',
] as const;

const useStyles = makeStyles({
  root: {
    display: 'inline-grid',
    placeItems: 'center',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: 1,
    userSelect: 'none',
    verticalAlign: 'middle',
  },
  image: { width: '100%', height: '100%', objectFit: 'cover' },
});

/** First letters of the first and the last word: AM for "Ana Beatriz Moreira". Empty for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return '';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last].map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

/** A colour for a name, always the same one. */
export function avatarColor(name: string): (typeof palette)[number] {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return palette[hash % palette.length] ?? 'Anchor';
}

/** A person's picture or initials in a disc. The initials take one DOM node, for tables full of people. */
export function PersonAvatar({ name, image, size = 28, decorative = false }: PersonAvatarProps) {
  const styles = useStyles();
  const [failed, setFailed] = useState<string | null>(null);
  const color = avatarColor(name);
  const initials = initialsOf(name);
  const picture = usePicture(image, size);
  const style: CSSProperties = {
    width: size,
    height: size,
    fontSize: Math.max(9, Math.round(size * 0.4)),
    backgroundColor: `var(--colorPalette${color}Background2)`,
    color: `var(--colorPalette${color}Foreground2)`,
  };
  const naming = decorative ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': name };
  return (
    <span className={styles.root} style={style} {...naming}>
      {picture && picture !== failed && blockedPictureHost(picture) === null ? (
        <img
          className={styles.image}
          src={picture}
          alt=""
          loading="lazy"
          onError={() => setFailed(picture)}
        />
      ) : (
        initials || <Icon name="person" size={size >= 40 ? 20 : 14} />
      )}
    </span>
  );
}
