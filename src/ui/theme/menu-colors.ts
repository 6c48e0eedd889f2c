import { contrast, fromOklch, mix, toOklch } from './color.ts';

export interface MenuColors {
  menuBackground: string;
  menuForeground: string;
  menuForegroundMuted: string;
  menuForegroundFaint: string;
  menuIndicator: string;
  menuHover: string;
  menuSelected: string;
  menuStroke: string;
}

const readable = 4.5;

/** Returns white or Fluent's darkest text, whichever contrasts more with a background. */
export function textOn(ground: string): '#ffffff' | '#242424' {
  return contrast('#ffffff', ground) >= contrast('#242424', ground) ? '#ffffff' : '#242424';
}

/** Returns the weakest mix of `text` over `ground`, from `share` upwards, that has enough contrast. */
function weaker(ground: string, text: string, share: number): string {
  for (let mixed = share; mixed < 1; mixed += 0.02) {
    const tone = mix(ground, text, mixed);
    if (contrast(tone, ground) >= readable) return tone;
  }
  return text;
}

/**
 * Derives the menu's colours from the tenant's (LOOK section 3): text is white or #242424, whichever contrasts more, and each
 * of its tones has a contrast of 4.5:1. A medium grey, on which neither reaches it, is changed by as little as needed.
 */
export function menuColors(menuColor: string, indicator: string, mode: 'light' | 'dark'): MenuColors {
  let background = mode === 'dark' ? mix(menuColor, '#000000', 0.22) : menuColor.toLowerCase();
  const text = textOn(background);
  const direction = text === '#ffffff' ? -0.01 : 0.01;
  while (contrast(text, background) < readable) {
    const color = toOklch(background);
    background = fromOklch({ ...color, l: color.l + direction });
  }
  const away = text === '#ffffff' ? '#000000' : '#ffffff';
  const tint = (share: number) => {
    const towardsText = mix(background, text, share);
    return contrast(text, towardsText) >= readable ? towardsText : mix(background, away, share);
  };
  const selected = tint(0.14);
  return {
    menuBackground: background,
    menuForeground: text,
    menuForegroundMuted: weaker(background, text, 0.74),
    menuForegroundFaint: weaker(background, text, 0.6),
    menuIndicator: contrast(indicator, selected) >= 3 ? indicator : text,
    menuHover: tint(0.08),
    menuSelected: selected,
    menuStroke: mix(background, text, 0.18),
  };
}
