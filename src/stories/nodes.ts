/** Nodes that stories of containers place inside of them. */
export const textNode = (id: string, text: string) => ({ id, type: 'text', props: { text } });
export const buttonNode = (id: string, text: string) => ({ id, type: 'button', props: { text } });
