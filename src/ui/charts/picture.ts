import { init } from 'echarts/core';
import { chartColorOf, chartScaleOf, readChartTheme } from './chart-theme.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { LegendEntry } from './ChartLegend.tsx';
import { optionOf } from './EChart.tsx';
import type { ChartDrawing } from './EChart.tsx';
import { loadChartParts } from './load-parts.ts';

export interface PictureRequest {
  drawing: ChartDrawing;
  /** The element whose theme and size the picture has. */
  plot: HTMLElement;
  title: string;
  subtitle: string;
  legend: readonly LegendEntry[];
}

/** Pixels of a picture for each one of the page: sharp on a slide. */
const scale = 2;
const padding = 16;
const lineHeight = 20;
const swatch = 10;

type Paint = CanvasRenderingContext2D;

/** Lines of a legend that is as wide as the picture. */
function legendLines(paint: Paint, legend: readonly LegendEntry[], width: number): LegendEntry[][] {
  const lines: LegendEntry[][] = [];
  let used = width;
  for (const entry of legend) {
    const size = swatch + 6 + paint.measureText(entry.name).width + 16;
    if (used + size > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(entry);
    used += size;
  }
  return lines;
}

function drawLegend(paint: Paint, lines: readonly LegendEntry[][], theme: ChartTheme, top: number): void {
  lines.forEach((entries, line) => {
    const middle = top + line * lineHeight + lineHeight / 2;
    let left = padding;
    for (const { name, color, scale: step, outline } of entries) {
      const own = step ? chartScaleOf(theme, step.step, step.count).background : chartColorOf(theme, color);
      if (outline) {
        paint.strokeStyle = own;
        paint.lineWidth = 1.5;
        paint.strokeRect(left + 0.75, middle - swatch / 2 + 0.75, swatch - 1.5, swatch - 1.5);
      } else {
        paint.fillStyle = own;
        paint.fillRect(left, middle - swatch / 2, swatch, swatch);
      }
      paint.fillStyle = theme.strongText;
      paint.fillText(name, left + swatch + 6, middle);
      left += swatch + 6 + paint.measureText(name).width + 16;
    }
  });
}

/** See `chartPicture`. */
export async function drawPicture({ drawing, plot, title, subtitle, legend }: PictureRequest): Promise<Blob> {
  const theme = readChartTheme(plot);
  const size = { width: Math.max(plot.clientWidth, 240), height: Math.max(plot.clientHeight, 120) };
  await loadChartParts([...drawing.parts, 'canvas', ...(theme.patterns ? (['decals'] as const) : [])]);
  const chart = init(document.createElement('div'), null, { renderer: 'canvas', ...size });
  try {
    chart.setOption(optionOf(drawing, theme, size));
    return await compose(chart.renderToCanvas({ pixelRatio: scale, backgroundColor: theme.background }));
  } finally {
    chart.dispose();
  }

  async function compose(picture: HTMLCanvasElement): Promise<Blob> {
    const canvas = document.createElement('canvas');
    const paint = canvas.getContext('2d')!;
    const small = `12px ${theme.fontFamily}`;
    paint.font = small;
    const lines = legendLines(paint, legend, size.width);
    const heads = [title, subtitle].filter((text) => text !== '').length * lineHeight;
    const top = padding + heads + (heads > 0 ? 8 : 0);
    const body = top + lines.length * lineHeight + (lines.length > 0 ? 8 : 0);
    canvas.width = (size.width + padding * 2) * scale;
    canvas.height = (body + size.height + padding) * scale;
    // A new size forgets the settings of the canvas.
    paint.scale(scale, scale);
    paint.textBaseline = 'middle';
    paint.fillStyle = theme.background;
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.fillStyle = theme.strongText;
    paint.font = `600 14px ${theme.fontFamily}`;
    if (title !== '') paint.fillText(title, padding, padding + lineHeight / 2, size.width);
    paint.font = small;
    paint.fillStyle = theme.text;
    if (subtitle !== '') paint.fillText(subtitle, padding, padding + heads - lineHeight / 2, size.width);
    drawLegend(paint, lines, theme, top);
    paint.drawImage(picture, padding, body, size.width, size.height);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))));
    });
  }
}
