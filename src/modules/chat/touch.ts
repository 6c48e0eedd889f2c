/** Style of surfaces whose buttons and fields are pressed with fingers. The row of the composer has no room for more on a phone. */
export const touchTargets = {
  '@media (pointer: coarse)': {
    '& .fui-Button': { minWidth: '40px', minHeight: '40px' },
    '& .fui-Input': { minHeight: '40px' },
  },
} as const;
