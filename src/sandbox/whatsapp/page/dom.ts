type Child = Node | string | null | false;
type Handler = (event: Event) => void;

/** Makes an element. Properties that begin with `on` are listeners; true and false set or leave out an attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Record<string, string | number | boolean | Handler | null> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

const icons = {
  send: 'M4 12 20 4l-5 16-4-6-7-2Z',
  attach: 'M16 7v8a4 4 0 0 1-8 0V6a3 3 0 0 1 6 0v8a1 1 0 0 1-2 0V7',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  add: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  tick: 'M4 13l4 4 9-10',
  ticks: 'M2 13l4 4 9-10M11 16l1 1 9-10',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  alert: 'M12 7v6M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  pin: 'M12 21s7-6.500 7-11a7 7 0 1 0-14 0c0 4.500 7 11 7 11ZM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 21a7 7 0 0 1 14 0',
  reply: 'M10 7 5 12l5 5M5 12h9a5 5 0 0 1 5 5v1',
} as const;

export type Icon = keyof typeof icons;

export function icon(name: Icon): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/** Initials of a name, and a colour of its own. */
export function avatar(name: string): HTMLElement {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0) ?? '')
    .join('');
  const tone = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
  return h('span', { class: `avatar tone-${tone}`, 'aria-hidden': 'true' }, letters.toUpperCase() || '#');
}
