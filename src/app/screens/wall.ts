/** Query of an address that shows its screen as a wall display: without the shell, loaded again by itself. */
export const wallQuery = { display: 'wall' } as const;

export const isWallAddress = (search: string): boolean =>
  new URLSearchParams(search).get('display') === wallQuery.display;
