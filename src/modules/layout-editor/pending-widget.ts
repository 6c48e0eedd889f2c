/** The widget that is shown as soon as it is on the canvas, with the focus or without: it is mounted after the command that made it. */
export const pendingWidget: { key: string | null; focuses: boolean } = { key: null, focuses: false };
