/** The widget that gets the focus as soon as it is on the canvas: it is mounted after the command that made it. */
export const pendingFocus: { key: string | null } = { key: null };
