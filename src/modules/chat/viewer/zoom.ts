/** Where a picture stands on its stage: its size against the fitted one, and its centre from the stage's, in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

export const leastZoom = 0.5;
export const mostZoom = 5;
const step = 0.1;

/** The whole picture, in the middle. */
export const fitted: View = { scale: 1, x: 0, y: 0 };

/** Pixels of a picture that stay in sight however far it is dragged. */
const inSight = 48;

/** Zooms to the step nearest to `scale`; the point `at`, from the stage's centre, keeps its place. */
export function zoomTo(view: View, scale: number, at: Point = { x: 0, y: 0 }): View {
  const next = Math.min(mostZoom, Math.max(leastZoom, Math.round(scale / step) / 10));
  if (next === view.scale) return view;
  const ratio = next / view.scale;
  return { scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Zooms by whole steps, inwards when they are above zero. */
export const zoomBy = (view: View, steps: number, at?: Point): View =>
  zoomTo(view, view.scale + steps * step, at);

/** Moves the picture, of which a strip stays in sight. `picture` is its fitted size. */
export function moveTo({ scale }: View, to: Point, picture: Size, stage: Size): View {
  const within = (value: number, size: number, room: number): number => {
    const most = Math.max(0, (size * scale + room) / 2 - inSight);
    return Math.min(most, Math.max(-most, value));
  };
  return {
    scale,
    x: within(to.x, picture.width, stage.width),
    y: within(to.y, picture.height, stage.height),
  };
}
