/** A button in the head of a figure. */
export const figureButton = {
  minWidth: '28px',
  maxWidth: '28px',
  height: '28px',
  padding: 0,
  '@media (pointer: coarse)': { minWidth: '44px', maxWidth: '44px', height: '44px' },
} as const;
