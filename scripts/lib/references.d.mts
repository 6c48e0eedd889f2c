/** A page that is made from schemas/. */
export interface ReferencePage {
  file: string;
  text: string;
}
/** Returns the pages that are made from schemas/. */
export function references(): Promise<ReferencePage[]>;
