let paint: CanvasRenderingContext2D | null | undefined;

/** Width of a text in pixels. @param font as CSS writes it: "600 12px Inter" */
export function textWidth(text: string, font: string): number {
  // Made once: a canvas for each text would cost more than the measurement.
  paint ??= document.createElement('canvas').getContext('2d');
  if (!paint) return text.length * 7;
  paint.font = font;
  return paint.measureText(text).width;
}
