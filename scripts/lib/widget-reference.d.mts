/** Path of the reference. */
export const referenceFile: string;
/** The reference of all widgets' props, as Markdown, from their schemas. */
export function widgetReference(): Promise<string>;
