/** Screen whose permissions guard the administration of views. */
export const screen = 'view-admin';
export const mayRead = { screen, verb: 'read' } as const;
export const mayCreate = { screen, verb: 'create' } as const;
export const mayUpdate = { screen, verb: 'update' } as const;
