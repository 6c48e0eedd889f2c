/** Style of the area of a form, and of the skeleton in its place. */
export const formFrame = {
  containerType: 'inline-size',
  containerName: 'form',
  flexShrink: 0,
  minWidth: 0,
  width: '100%',
  // In wider lines a label and its value no longer read as a pair.
  maxWidth: '1040px',
  '&:has([data-form-areas])': { maxWidth: 'none' },
} as const;
