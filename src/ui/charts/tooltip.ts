import type { ChartTheme } from './chart-theme.ts';

export interface TooltipLine {
  color: string;
  name: string;
  value: string;
}

/**
 * The content of a tooltip as elements: a text would be read as HTML, with styles that the content security policy refuses
 * and with names that could carry markup.
 */
export function tooltipContent(title: string, lines: readonly TooltipLine[]): HTMLElement {
  const root = document.createElement('div');
  const head = document.createElement('div');
  head.textContent = title;
  head.style.fontWeight = '600';
  root.append(head);
  for (const { color, name, value } of lines) {
    const line = document.createElement('div');
    Object.assign(line.style, { display: 'flex', alignItems: 'center', gap: '8px', marginTop: '4px' });
    const swatch = document.createElement('span');
    Object.assign(swatch.style, { width: '8px', height: '8px', borderRadius: '2px', background: color });
    const label = document.createElement('span');
    label.textContent = name;
    label.style.flexGrow = '1';
    const figure = document.createElement('span');
    figure.textContent = value;
    Object.assign(figure.style, {
      fontWeight: '600',
      fontVariantNumeric: 'tabular-nums',
      marginInlineStart: '12px',
    });
    line.append(swatch, label, figure);
    root.append(line);
  }
  return root;
}

/** Options of all tooltips. `confine` keeps them in the chart, where no scroller cuts them. */
export const tooltipBase = (theme: ChartTheme) => ({
  confine: true,
  transitionDuration: 0,
  backgroundColor: theme.background,
  borderColor: theme.stroke,
  borderWidth: 1,
  padding: [8, 12] as [number, number],
  extraCssText: '',
  textStyle: { color: theme.strongText, fontSize: 12, fontFamily: theme.fontFamily },
});
